import { MousePointerClick } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Empty } from "@/components/ui/empty";
import { NextButton } from "@/features/claim/next-button";
import type { NextItem } from "@/features/claim/use-take-next";

export function NothingOpen({ next, isEmpty }: { next: NextItem; isEmpty: boolean }) {
  const { t } = useTranslation();
  return (
    <Empty icon={MousePointerClick} title={t("work.none.title")} actions={!isEmpty && <NextButton next={next} primary size="m" />}>
      {!isEmpty && t(next.offered ? "work.none.text" : "people.empty.choose")}
    </Empty>
  );
}
