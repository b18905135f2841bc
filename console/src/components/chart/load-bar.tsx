import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";

import { ShareBar } from "./share-bar";

/** What a person has: what is overdue in red, the rest grey, against `most`, the items of whoever has most. */
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
