import type { AccessLevel, Account } from "@/api/types";
import type { Permission } from "@/lib/permissions";

import type { AccountChanges } from "./calls";

/** Unsaved changes, relative to the account's current rights, so that they still apply if those change meanwhile. */
export interface Changes {
  level?: AccessLevel;
  /** The permissions of the chosen level; `access` holds the differences from them. */
  brings?: readonly Permission[];
  access: Partial<Record<Permission, boolean>>;
  active?: boolean;
}

/** Parses stored changes; `""` means none. */
export const readChanges = (stored: string): Changes => (stored ? (JSON.parse(stored) as Changes) : { access: {} });

/** The rights that the account would have after these changes. */
export function changedRights(account: Account, { level, brings, access, active }: Changes) {
  const begins = brings ?? account.cms_access;
  const given = (Object.keys(access) as Permission[]).filter((name) => access[name] && !begins.includes(name));
  return {
    level: level ?? account.access_level,
    access: [...begins.filter((name) => access[name] !== false), ...given],
    active: active ?? account.active,
  };
}

/** The body of the call: only what differs from the account, with the values that were shown before the change. */
export function bodyOf(account: Account, changes: Changes): AccountChanges {
  const { level, access, active } = changedRights(account, changes);
  const { access_level, cms_access } = account;
  const isOther = level !== access_level; // without explicit permissions, the server would grant those of the new level
  const body: AccountChanges = {
    ...(isOther && { access_level: level }),
    ...((isOther || !isSame(access, cms_access)) && { cms_access: access }),
    ...(active !== account.active && { active }),
  };
  return body.cms_access ? { ...body, shown: { access_level, cms_access } } : body;
}

type Care = "deactivate" | "staff" | "staffInactive" | "staffAndDeactivate" | "activateStaff";

/**
 * The confirmation that is asked before saving; null if none is needed (decision 106). Promoting an account of
 * companies has a separate one: `promotion`.
 */
export function careOf(account: Account, changes: Changes): Care | null {
  const { level, active } = changedRights(account, changes);
  const becomesStaff = level === STAFF && account.access_level !== STAFF && account.associations === 0;
  if (account.active && !active) return becomesStaff ? "staffAndDeactivate" : "deactivate";
  if (becomesStaff) return active ? "staff" : "staffInactive";
  return level === STAFF && active && !account.active ? "activateStaff" : null;
}

/** The changes that remain after Cancel: those that the confirmation was about are dropped. */
export function withoutCare(changes: Changes, care: Care): Changes {
  const { active, ...rights } = changes;
  if (care === "deactivate" || care === "activateStaff") return rights;
  return care === "staffAndDeactivate" ? { access: {} } : { access: {}, ...(active !== undefined && { active }) };
}

const STAFF: AccessLevel = "ADMIN";

const isSame = (some: readonly Permission[], others: readonly Permission[]) =>
  some.length === others.length && some.every((name) => others.includes(name));

type Part = "moderation" | "organisation" | "oversight";

/** The part of the console that a permission gives access to. */
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

/** These permissions grouped by part, each once; empty parts are left out. */
export function inParts(names: readonly Permission[]): [Part, Permission[]][] {
  const inOrder = (Object.keys(PART_OF) as Permission[]).filter((name) => names.includes(name));
  return PARTS.map((part): [Part, Permission[]] => [part, inOrder.filter((name) => PART_OF[name] === part)]).filter(([, of]) => of.length > 0);
}
