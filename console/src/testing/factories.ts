import type { Counts, DashboardFigures, QueueSummary, User } from "@/api/types";
import desk from "@/api/desk.json";
import type { Desk, Queue } from "@/lib/desk";
import type { Permission } from "@/lib/permissions";

/** All permissions. */
export const PERMISSIONS = Object.keys({
  tickets: true,
  bulk_moderation: true,
  backlog: true,
  assigned_to_others: true,
  banned_words: true,
  head_moderator: true,
  testimonials: true,
  organisation: true,
  groups: true,
  tags: true,
  users: true,
  blacklist: true,
  reporting: true,
  custom_reporting: true,
  foresight: true,
  search: true,
  top_level_add: true,
  moderation: true,
  history: true,
} satisfies Record<Permission, true>) as Permission[];

function aUser(change: Partial<User>): User {
  return {
    id: 2,
    name: { full: "Marta Ellwood", first: "Marta", last: "Ellwood" },
    email: "marta.ellwood@docket.example",
    avatarFilename: null,
    cms_access: [],
    access_level: "MODERATOR",
    on_duty: true,
    knows_outcomes: true,
    owes_factor: false,
    ...change,
  };
}

export const aModerator = (change: Partial<User> = {}): User =>
  aUser({
    cms_access: ["moderation", "tickets", "backlog", "assigned_to_others", "testimonials", "search"],
    ...change,
  });

/** The desk as the product declares it, with a test's changes. */
export const aDesk = (change: Partial<Desk> = {}): Desk => ({
  ...(desk as Omit<Desk, "modules" | "review_form" | "review_rules" | "mail" | "read_first_ms" | "second_factors">),
  modules: [],
  review_form: "",
  review_rules: "",
  mail: true,
  second_factors: false,
  read_first_ms: 0, // set by tests of keys on a new item
  ...change,
});

/** A queue that the product does not have. */
export const aDeclaredQueue = (change: Partial<Queue> = {}): Queue => ({
  name: "legal",
  title: "Legal reviews",
  permission: "moderation",
  path: "queues/legal",
  icon: "inbox",
  key: "",
  place: null,
  position: 0,
  view: false,
  lists: "",
  fires: false,
  kinds: ["legal_check"],
  facets: [],
  about: "",
  ...change,
});

export const aHeadModerator = (change: Partial<User> = {}): User =>
  aUser({ access_level: "HEAD_MODERATOR", cms_access: [...PERMISSIONS], ...change });

export const aClient = (change: Partial<User> = {}): User => aUser({ access_level: "SUPER", ...change });

/** All counts are 0, except those that a test sets. */
export const counts = (change: Partial<Counts> = {}): Counts => ({
  ...(Object.fromEntries(aDesk().queues.map(({ name }) => [name, 0])) as Counts),
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

/** The dashboard's figures of a new desk, as a moderator gets them. */
export const someFigures = (change: Partial<DashboardFigures> = {}): DashboardFigures => ({
  days: [],
  expected: [],
  queues: [],
  stars: null,
  overdue: null,
  due_first: null,
  waiting: null,
  team: null,
  agreement: null,
  health: null,
  decided: null,
  morning: null,
  ...change,
});
