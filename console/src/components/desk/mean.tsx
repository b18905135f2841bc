import { Nothing } from "@/components/ui/nothing";
import { useTranslation } from "react-i18next";

import { STAR_SHAPE } from "./stars";

/** A mean rating: the number, and one star as its unit. */
export function Mean({ rating }: { rating: number | null }) {
  const { t } = useTranslation();
  if (rating === null) return <Nothing />;
  return (
    <span className="mean tabular" title={t("work.stars.label", { rating })}>
      {rating.toFixed(1)}
      <svg viewBox="0 0 12 12" aria-hidden>
        <path d={STAR_SHAPE} />
      </svg>
    </span>
  );
}
