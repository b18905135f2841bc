import { useTranslation } from "react-i18next";

export const ALL_STARS = [1, 2, 3, 4, 5] as const;
export const STAR_SHAPE = "M6 .9 7.6 4.2l3.6.5-2.6 2.5.6 3.6L6 9.1l-3.2 1.7.6-3.6L.8 4.7l3.6-.5z";

/** A rating as stars, in the text colour, also for low ratings. */
export function Stars({ rating, large = false }: { rating: number; large?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={large ? "stars stars-l" : "stars"} role="img" aria-label={t("work.stars.label", { rating })}>
      {ALL_STARS.map((star) => (
        <svg key={star} viewBox="0 0 12 12" className={star <= rating ? "on" : undefined} aria-hidden>
          <path d={STAR_SHAPE} />
        </svg>
      ))}
    </span>
  );
}
