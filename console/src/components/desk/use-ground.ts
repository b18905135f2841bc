import { useTranslation } from "react-i18next";

export const GROUNDS = ["defamation", "privacy", "not-a-customer", "wrong-business", "offensive", "other"] as const;
export type Ground = (typeof GROUNDS)[number];

const isGround = (ground: unknown): ground is Ground => (GROUNDS as readonly unknown[]).includes(ground);

/** Why a restriction is asked, in words; null for what is no ground. */
export function useGround(ground: unknown): string | null {
  const { t } = useTranslation();
  return isGround(ground) ? t(`restrictions.grounds.${ground}`) : null;
}
