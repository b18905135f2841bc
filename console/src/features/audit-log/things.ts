import type { TFunction } from "i18next";

import type { AuditThing } from "@/api/types";
import { paths } from "@/lib/paths";
import { audit } from "@/lib/words/en/audit";

type Kind = AuditThing["kind"];

/** The page of a thing by kind; a thing without its own page leads to its list. */
const PAGES: Partial<Record<Kind, (id: number) => string>> = {
  account: paths.account,
  blacklist: () => paths.blacklist,
  bulk: paths.batch,
  canned_reply: () => paths.cannedReplies,
  company: paths.company,
  group: paths.group,
  job: () => paths.failedJobs,
  reason: () => paths.reasonCodes,
  tag: paths.tag,
  testimonial: paths.testimonial,
  ticket: paths.ticket,
  verification: () => paths.verification,
  word: () => paths.bannedWords,
};

/** Kinds of things that have a name until they are deleted. */
const NAMED: readonly Kind[] = ["account", "company", "group", "tag"];

/** The page of a thing; null if it has none or was deleted. */
export function pageOf({ kind, id, name }: AuditThing): string | null {
  if (NAMED.includes(kind) && (name === null || id === 0)) return null;
  return PAGES[kind]?.(id) ?? null;
}

/**
 * `Smiles`, or `Group 7` for a thing without a name. Exports and imports get no number, because it means nothing to
 * readers.
 */
export function nameOf({ kind, id, name }: AuditThing, t: TFunction): string {
  const title = t(`audit.kinds.${kind}`);
  if (name !== null && kind !== "export") return name;
  return id === 0 || kind === "export" ? title : t("audit.numbered", { kind: title, id });
}

/**
 * The kind of a thing in lower case, to follow its name: `group`. Abbreviations, such as `API key`, keep their
 * capitals.
 */
export const wordOf = (kind: Kind, t: TFunction): string => t(`audit.kinds.${kind}`).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

type Action = keyof typeof audit.actions;

/** The name of an action; an unknown action, such as one of a newer release, is shown by its code. */
export const sayAction = (action: string, t: TFunction): string =>
  isKnown(action) ? t(`audit.actions.${action}`) : action;

const isKnown = (action: string): action is Action => Object.hasOwn(audit.actions, action);
