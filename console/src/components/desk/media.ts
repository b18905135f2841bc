import { Camera, IdCard, type LucideIcon, Mic, Video } from "lucide-react";

import type { TestimonialSummary } from "@/api/types";

/** The icon of each kind of testimonial. */
export const MEDIA: Readonly<Record<TestimonialSummary["medium"], LucideIcon>> = { card: IdCard, photo: Camera, audio: Mic, video: Video };
