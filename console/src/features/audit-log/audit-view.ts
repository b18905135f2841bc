import type { AuditThing } from "@/api/types";
import { periodOf, readDay } from "@/lib/period";
import { audit } from "@/lib/words/en/audit";

/** The filters of the audit log, as they stand in the address. */
export const FILTERS = ["kind", "subject", "action", "person", "from", "to"] as const;

type Values = Readonly<Record<(typeof FILTERS)[number], string>>;

/** What the API is asked. Values that are none, such as of an address that was written by hand, do not narrow. */
export function queryOf({ kind, subject, action, person, from, to }: Values) {
  const known = isKind(kind) ? kind : null;
  return {
    ...(known && { kind: known }),
    ...(known && /^\d{1,15}$/.test(subject) && { subject: Number(subject) }),
    ...(/^[\w.-]{1,64}$/.test(action) && { action }),
    ...(/^[1-9]\d{0,14}$/.test(person) && { person: Number(person) }),
    ...periodOf({ from: readDay(from), to: readDay(to) }),
  };
}

const isKind = (name: string): name is AuditThing["kind"] => Object.hasOwn(audit.kinds, name);
