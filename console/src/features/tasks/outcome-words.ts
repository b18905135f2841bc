import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { useDesk } from "@/lib/desk";

/** Outcomes with their own sentences in the catalogue; others use their labels. */
const SAID = [
  "approve",
  "reject",
  "verify",
  "investigate",
  "backlog",
  "escalate",
  "return",
  "reply",
  "reply_and_resolve",
  "resolve",
  "would_approve",
  "would_reject",
  "first",
  "second",
  "publish",
  "recall",
  "reschedule",
  "confirm",
  "restrict",
  "decline",
  "finish",
] as const;
export type Said = (typeof SAID)[number];

function isSaid(outcome: string): outcome is Said {
  return (SAID as readonly string[]).includes(outcome);
}

/** The keys of the sentences for a reply that is not mailed: still held, no mail server, client without an address. */
const HELD = { reply: "reply_held", reply_and_resolve: "reply_and_resolve_held" } as const;
const UNMAILED = { reply: "reply_unmailed", reply_and_resolve: "reply_and_resolve_unmailed" } as const;
const UNADDRESSED = { reply: "reply_unaddressed", reply_and_resolve: "reply_and_resolve_unaddressed" } as const;

/** The sentence that says that an outcome was chosen, the same everywhere. */
export function useDone(): (outcome: string, label: string, addressed?: boolean, held?: boolean) => string {
  const { t } = useTranslation();
  const { mail } = useDesk();
  return useCallback(
    (outcome, label, addressed = true, held = false) => {
      const said = sayingOf(outcome);
      const isReply = said === "reply" || said === "reply_and_resolve";
      const key = !isReply ? said : !addressed ? UNADDRESSED[said] : !mail ? UNMAILED[said] : held ? HELD[said] : said;
      return t(`work.done.${key}`, { label });
    },
    [t, mail],
  );
}

export const sayingOf = (outcome: string): Said | "other" => (isSaid(outcome) ? outcome : "other");
