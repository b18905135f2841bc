import type { Subject } from "@/api/types";
import { UNKNOWN_STATUS } from "@/lib/unknown-status";

/** Whether the decision about the review is hidden: in a second look, its status is the specification's default. */
export const isBlind = ({ status }: Subject): boolean => status === UNKNOWN_STATUS;
