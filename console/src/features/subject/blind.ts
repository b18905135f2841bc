import type { Subject } from "@/api/types";

/** Whether the reader is not to know what came of the review: a second look, whose status is the specification's default. */
export const isBlind = ({ status }: Subject): boolean => status === "UNKNOWN";
