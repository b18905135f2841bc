import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";

import { paths } from "@/lib/paths";
import type { Permission } from "@/lib/permissions";
import type { en } from "@/lib/words/en";

export interface Page {
  path: string;
  /** The key of the page's name, used by the placeholder, the 403 page and the link back after signing in. */
  name: Exclude<keyof typeof en.navigation, "unavailable">;
  /** The permission that the server requires; without it the 403 page is shown instead. */
  permission?: Permission;
  /** An alternative permission that is also sufficient. */
  or?: Permission;
  /** The parameter that holds an account's number; the owner of that account needs no permission. */
  ownedBy?: string;
  /** Loads the page's code when visited. A section without one shows the unfinished-section placeholder. */
  load?: () => Promise<ComponentType>;
}

const ofHistory = () => import("@/features/history/pages");
/**
 * Loads the page together with its parts: on a phone they are above the process, which would move if they came later.
 */
const ofTicket = async () => {
  const parts = [import("@/features/conversation/conversation"), import("@/features/conversation/beside")];
  const [page] = await Promise.all([import("@/features/queue/pages"), ...parts]);
  return page;
};

/**
 * Every page inside the frame except the queues' (`queue-routes.tsx`). Ids are digits only: any other value is a 404.
 */
export const pages: readonly Page[] = [
  { path: paths.home, name: "dashboard", load: async () => (await import("./pages/home-page")).HomePage },

  {
    path: paths.cannedReplies,
    name: "cannedReplies",
    permission: "tickets",
    load: async () => (await import("@/features/tickets/canned-page")).CannedPage,
  },
  {
    path: paths.quarantine,
    name: "quarantine",
    permission: "tickets",
    load: async () => (await import("@/features/tickets/quarantine-page")).QuarantinePage,
  },
  {
    path: paths.ticketList,
    name: "ticketList",
    permission: "tickets",
    load: async () => (await import("@/features/tickets/tickets-page")).TicketsPage,
  },
  {
    path: paths.ticket(":ticketID"),
    name: "ticket",
    permission: "tickets",
    load: async () => (await ofTicket()).TicketPage,
  },

  {
    path: paths.bulkModerate,
    name: "bulkModerate",
    permission: "bulk_moderation",
    load: async () => (await import("@/features/bulk/bulk-page")).BulkPage,
  },
  {
    path: paths.bannedWords,
    name: "bannedWords",
    permission: "banned_words",
    load: async () => (await import("@/features/banned-words/banned-words-page")).BannedWordsPage,
  },
  {
    path: paths.classic,
    name: "classic",
    permission: "moderation",
    load: async () => (await import("@/features/classic/classic-page")).ClassicPage,
  },
  {
    path: paths.companyReviews(":companyID"),
    name: "companyReviews",
    permission: "moderation",
    load: async () => (await import("@/features/companies/company-reviews-page")).CompanyReviewsPage,
  },
  {
    path: paths.review(":reviewID"),
    name: "review",
    permission: "moderation",
    load: async () => (await import("@/features/story/page")).ReviewPage,
  },
  { path: paths.repliesPending, name: "repliesPending", permission: "moderation" },
  { path: paths.repliesRecentlyMadeLive, name: "repliesRecentlyMadeLive", permission: "moderation" },

  {
    path: paths.testimonialList,
    name: "testimonialList",
    permission: "testimonials",
    load: async () => (await import("@/features/testimonials/testimonials-page")).TestimonialsPage,
  },
  {
    path: paths.testimonial(":testimonialID"),
    name: "testimonial",
    permission: "testimonials",
    load: async () => (await import("@/features/queue/pages")).TestimonialPage,
  },

  {
    path: paths.groups,
    name: "groups",
    permission: "groups",
    load: async () => (await import("@/features/groups/groups-page")).GroupsPage,
  },
  {
    path: paths.group(":groupID"),
    name: "group",
    permission: "groups",
    load: async () => (await import("@/features/groups/group-page")).GroupPage,
  },
  {
    path: paths.tags,
    name: "tags",
    permission: "tags",
    load: async () => (await import("@/features/tags/tags-page")).TagsPage,
  },
  {
    path: paths.tag(":tagID"),
    name: "tag",
    permission: "tags",
    load: async () => (await import("@/features/tags/tag-page")).TagPage,
  },
  {
    path: paths.accounts,
    name: "accounts",
    permission: "users",
    load: async () => (await import("@/features/accounts/accounts-page")).AccountsPage,
  },
  {
    path: paths.account(":accountID"),
    name: "account",
    permission: "users",
    ownedBy: "accountID",
    load: async () => (await import("@/features/accounts/account-page")).AccountPage,
  },
  {
    path: paths.company(":companyID"),
    name: "company",
    permission: "moderation",
    or: "organisation",
    load: async () => (await import("@/features/companies/company-page")).CompanyPage,
  },
  {
    path: paths.blacklist,
    name: "blacklist",
    permission: "blacklist",
    load: async () => (await import("@/features/blacklist/blacklist-page")).BlacklistPage,
  },
  { path: paths.reporting, name: "reporting", permission: "reporting" },
  {
    path: paths.search,
    name: "search",
    permission: "search",
    load: async () => (await import("@/features/search/search-page")).SearchPage,
  },

  {
    path: paths.history,
    name: "history",
    permission: "history",
    load: async () => (await ofHistory()).HistoryPage,
  },
  {
    path: paths.verification,
    name: "verification",
    permission: "history",
    load: async () => (await ofHistory()).VerificationPage,
  },
  {
    path: paths.personHistory(":personID"),
    name: "personHistory",
    permission: "history",
    load: async () => (await ofHistory()).PersonPage,
  },
  {
    path: paths.processes,
    name: "processes",
    permission: "history",
    load: async () => (await import("@/features/process-page/process-page")).FirstProcess,
  },
  {
    path: paths.process(":kind"),
    name: "process",
    permission: "history",
    load: async () => (await import("@/features/process-page/process-page")).ProcessPage,
  },
  {
    path: paths.team,
    name: "team",
    permission: "head_moderator",
    load: async () => (await import("@/features/team/team-page")).TeamPage,
  },
  {
    path: paths.overdue,
    name: "overdue",
    permission: "head_moderator",
    load: async () => (await import("@/features/team/overdue-page")).OverduePage,
  },
  {
    path: paths.batch(":batchID"),
    name: "batch",
    permission: "bulk_moderation",
    load: async () => (await import("@/features/bulk/batch-page")).BatchPage,
  },
  {
    path: paths.statements,
    name: "statements",
    permission: "head_moderator",
    load: async () => (await import("@/features/statements/statements-page")).StatementsPage,
  },
  {
    path: paths.failedJobs,
    name: "failedJobs",
    permission: "head_moderator",
    load: async () => (await import("@/features/jobs/failed-jobs-page")).FailedJobsPage,
  },
  {
    path: paths.reasonCodes,
    name: "reasonCodes",
    permission: "history",
    load: async () => (await import("@/features/reasons/reasons-page")).ReasonsPage,
  },
  {
    path: paths.auditLog,
    name: "auditLog",
    permission: "history",
    load: async () => (await import("@/features/audit-log/audit-page")).AuditPage,
  },
  {
    path: paths.quality,
    name: "quality",
    permission: "head_moderator",
    load: async () => (await import("@/features/quality/quality-page")).QualityPage,
  },
];

/** Sidebar entries with a permission that are no pages: section labels, sections not built yet, a module. */
export const beyondPages = {
  organisation: "organisation",
  reports: "reporting",
  customReporting: "custom_reporting",
  foresight: "foresight",
} as const satisfies Record<string, Permission>;

/** Parameters that need not be numbers: the name of a process. */
const FREE = new Set(["kind"]);

/** Whether an address with these parameters is valid. */
export function areValid(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(params).every(([name, value]) => FREE.has(name) || /^\d+$/.test(value ?? ""));
}

/** The page at an address; undefined for a queue's page and for an address without a page. */
export function pageAt(pathname: string): Page | undefined {
  return pages.find(({ path }) => {
    const match = matchPath(path, pathname);
    return match !== null && areValid(match.params);
  });
}
