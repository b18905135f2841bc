import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";

import { ShareBar } from "./share-bar";

/** The items of one person: overdue ones red, the others grey. `most`: the largest load of anybody, the full width. */
export function LoadBar({ of: { held, assigned, overdue }, most }: { of: Member; most: number }) {
  const { t } = useTranslation();
  const rest = Math.max(0, held + assigned - overdue);
  return (
    <ShareBar
      of={Math.max(1, most)}
      parts={[
        { name: t("people.figures.overdue", { count: overdue }), value: overdue, tone: "danger" },
        { name: t("people.figures.inTime", { count: rest }), value: rest, tone: "plain" },
      ]}
    />
  );
}
