import type { Permission } from "@/lib/permissions";

/** What people call the permissions of an account: the name to ask for. */
export const permissions: Record<Permission, string> = {
  tickets: "Tickets",
  bulk_moderation: "Bulk moderation",
  backlog: "Backlog",
  assigned_to_others: "Assigned to others",
  banned_words: "Banned words",
  head_moderator: "Head moderator",
  testimonials: "Testimonials",
  organisation: "Organisation",
  groups: "Company groups",
  tags: "Organisation tags",
  users: "User accounts",
  blacklist: "Blacklist",
  reporting: "Reporting",
  custom_reporting: "Custom reporting",
  foresight: "Foresight",
  search: "Search",
  top_level_add: "Create accounts, groups and companies",
  moderation: "Moderation",
  history: "History",
};
