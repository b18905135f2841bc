import type { Permission } from "@/lib/permissions";

/** The kinds of results in their order, each with the permissions of which one opens its pages. The server decides. */
const OPENED_BY = {
  companies: ["moderation", "organisation"],
  hsone: ["moderation", "organisation"],
  reviews: ["moderation"],
  "third-party-reviews": ["moderation"],
  accounts: ["users"],
  tickets: ["tickets"],
} as const satisfies Record<string, readonly Permission[]>;

export type ResultType = keyof typeof OPENED_BY;

export const RESULT_TYPES = Object.keys(OPENED_BY) as readonly ResultType[];

export const isOpenTo = (type: ResultType, can: (permission: Permission) => boolean): boolean => OPENED_BY[type].some(can);
