/**
 * Every address of the console except those of queues, which the server declares (spec, section 2; the last block is
 * not in the specification). Routes and links use these.
 */
export const paths = {
  login: "/login",
  home: "/",
  ticketList: "/tickets/list",
  ticket: (ticketID: number | string) => `/tickets/${ticketID}`,
  bulkModerate: "/reviews/bulk-moderate",
  bannedWords: "/reviews/banned-words",
  classic: "/reviews/classic",
  review: (reviewID: number | string) => `/review/${reviewID}`,
  companyReviews: (companyID: number | string) => `/reviews/${companyID}`,
  repliesPending: "/replies/pending",
  repliesRecentlyMadeLive: "/replies/recently-made-live",
  testimonialList: "/testimonials/list",
  testimonial: (testimonialID: number | string) => `/testimonials/${testimonialID}`,
  groups: "/groups",
  group: (groupID: number | string) => `/groups/${groupID}`,
  tags: "/tags",
  tag: (tagID: number | string) => `/tag/${tagID}`,
  accounts: "/accounts",
  account: (accountID: number | string) => `/accounts/${accountID}`,
  company: (companyID: number | string) => `/company/${companyID}`,
  blacklist: "/blacklist",
  reporting: "/reporting",
  search: "/search",
  error: "/error",

  history: "/history",
  verification: "/history/verification",
  personHistory: (personID: number | string) => `/history/people/${personID}`,
  processes: "/processes",
  process: (kind: string) => `/processes/${kind}`,
  team: "/team",
  overdue: "/team/overdue",
  batch: (batchID: number | string) => `/bulk/${batchID}`,
  cannedReplies: "/tickets/canned",
  quarantine: "/tickets/quarantine",
  statements: "/statements",
  quality: "/quality",
  failedJobs: "/jobs/failed",
  reasonCodes: "/reason-codes",
  auditLog: "/audit",
} as const;

export function searchPath(term: string, type: string): string {
  return `${paths.search}?${new URLSearchParams({ term, type })}`;
}
