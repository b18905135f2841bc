import type { Counts, QueueSummary, User } from "@/api/types";
import { PERMISSIONS } from "@/lib/permissions";

function aUser(change: Partial<User>): User {
  return {
    id: 2,
    name: { full: "Marta Ellwood", first: "Marta", last: "Ellwood" },
    email: "marta.ellwood@docket.example",
    avatarFilename: null,
    cms_access: [],
    access_level: "MODERATOR",
    on_duty: true,
    ...change,
  };
}

export const aModerator = (change: Partial<User> = {}): User =>
  aUser({
    cms_access: ["moderation", "tickets", "backlog", "assigned_to_others", "testimonials", "search"],
    ...change,
  });

export const aHeadModerator = (change: Partial<User> = {}): User =>
  aUser({ access_level: "HEAD_MODERATOR", cms_access: [...PERMISSIONS], ...change });

export const aClient = (change: Partial<User> = {}): User => aUser({ access_level: "SUPER", ...change });

export const counts = (change: Partial<Counts> = {}): Counts => ({
  pending: 0,
  assigned_to_me: 0,
  escalated: 0,
  unverified: 0,
  investigation: 0,
  queued: 0,
  requests_to_restrict: 0,
  backlog: 0,
  testimonials: 0,
  tickets: 0,
  assigned_to_others: 0,
  second_look: 0,
  disagreements: 0,
  ...change,
});

export const aQueue = (change: Partial<QueueSummary> = {}): QueueSummary => ({
  name: "pending",
  title: "Moderate reviews",
  permission: "moderation",
  open: 0,
  oldest_at: null,
  overdue: 0,
  ...change,
});
