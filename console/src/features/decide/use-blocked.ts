import { useTranslation } from "react-i18next";

import type { OutcomeChoice } from "@/api/types";

/** What stands against an outcome at the moment, as a sentence; null when nothing does. */
export function useBlocked(): (outcome: OutcomeChoice) => string | null {
  const { t } = useTranslation();
  return ({ blocked }) => {
    if (blocked === null) return null;
    return t(blocked === "not_verified" || blocked === "no_consent" ? `work.blocked.${blocked}` : "work.blocked.other");
  };
}
