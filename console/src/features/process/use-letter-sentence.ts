import { useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";

const STATES = ["waiting", "sent", "refused", "uncertain", "no_address", "cancelled", "not_sent"] as const;
const LETTERS = ["statement", "reinstatement", "receipt", "answer"] as const;
type State = (typeof STATES)[number];

/** The words for an entry about a letter to the author or the requester: the letter and its state. */
export function useLetterSentence({ data }: HistoryEntry): { letter: string; mail: string } {
  const { t } = useTranslation();
  const state = STATES.find((one) => one === data.state);
  if (!state) return { letter: "", mail: "" };
  const letter = LETTERS.find((one) => one === data.letter) ?? "statement";
  const to = typeof data.to === "string" ? data.to : "";
  return { letter: t(`work.timeline.mails.${letter}`), mail: t(`work.timeline.mails.${state satisfies State}`, { to }) };
}
