import type { Subject } from "@/api/types";

/** Whether the result of the review is hidden: in a second look, its status is the specification's default. */
export const isBlind = ({ status }: Subject): boolean => status === "UNKNOWN";
