import { useTranslation } from "react-i18next";

export const GROUNDS = ["defamation", "privacy", "not-a-customer", "wrong-business", "offensive", "other"] as const;
export type Ground = (typeof GROUNDS)[number];

const isGround = (ground: unknown): ground is Ground => (GROUNDS as readonly unknown[]).includes(ground);

/** The title of a ground of a restriction request; null for an unknown ground. */
export function useGround(ground: unknown): string | null {
  const { t } = useTranslation();
  return isGround(ground) ? t(`restrictions.grounds.${ground}`) : null;
}
