import type { Permission } from "@/lib/permissions";

type Part = "moderation" | "organisation" | "oversight";

/** The part of the console that a permission opens. */
const PART_OF: Record<Permission, Part> = {
  moderation: "moderation",
  tickets: "moderation",
  testimonials: "moderation",
  backlog: "moderation",
  assigned_to_others: "moderation",
  bulk_moderation: "moderation",
  banned_words: "moderation",
  search: "moderation",
  organisation: "organisation",
  groups: "organisation",
  tags: "organisation",
  users: "organisation",
  blacklist: "organisation",
  top_level_add: "organisation",
  head_moderator: "oversight",
  history: "oversight",
  reporting: "oversight",
  custom_reporting: "oversight",
  foresight: "oversight",
};
const PARTS = ["moderation", "organisation", "oversight"] as const;

/** These permissions by their parts, each once; parts without any are left out. */
export function inParts(names: readonly Permission[]): [Part, Permission[]][] {
  const inOrder = (Object.keys(PART_OF) as Permission[]).filter((name) => names.includes(name));
  return PARTS.map((part): [Part, Permission[]] => [part, inOrder.filter((name) => PART_OF[name] === part)]).filter(([, of]) => of.length > 0);
}
