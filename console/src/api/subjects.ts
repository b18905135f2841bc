import type { RestrictionRequest, TaskDetail, TaskRow } from "./types";

/** The ground of a request to restrict; null for what is no request. */
export function groundOf({ summary }: TaskRow): string | null {
  return summary.kind === "restriction_request" ? summary.ground : null;
}

/** The request to restrict that an item is about; null for what is no request. */
export function requestOf({ subject }: TaskDetail): RestrictionRequest | null {
  return subject.kind === "restriction_request" ? subject.request : null;
}
