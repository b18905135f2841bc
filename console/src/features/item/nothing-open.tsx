import { MousePointerClick } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Empty } from "@/components/ui/empty";
import { NextButton } from "@/features/claim/next-button";
import type { NextItem } from "@/features/claim/use-take-next";

export function NothingOpen({ next }: { next: NextItem }) {
  const { t } = useTranslation();
  return (
    <Empty icon={MousePointerClick} title={t("work.none.title")} actions={<NextButton next={next} primary size="m" />}>
      {t(next.offered ? "work.none.text" : "people.empty.choose")}
    </Empty>
  );
}
