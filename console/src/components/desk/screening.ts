import type { TFunction } from "i18next";

/** The findings of screening; the matched words are listed with the flagged words. */
interface Screening {
  words: number;
  copies: number;
  blacklisted: boolean;
  propose: string;
}

/** Reads the findings; null if the process has none. */
export function screeningOf(data: Record<string, unknown> | null): Screening | null {
  if (data === null || typeof data.words !== "number") return null;
  return {
    words: data.words,
    copies: typeof data.copies === "number" ? data.copies : 0,
    blacklisted: data.blacklisted === true,
    propose: typeof data.propose === "string" ? data.propose : "",
  };
}

/** The warnings that a moderator needs before reading. */
export function warningsOf({ copies, blacklisted, propose }: Screening, t: TFunction): string[] {
  return [
    blacklisted ? t("work.screening.blacklisted") : "",
    copies > 0 ? t("work.screening.copies", { count: copies }) : "",
    propose ? t("work.screening.propose") : "",
  ].filter(Boolean);
}

/** All findings, for the timeline. */
export function findingsOf({ words, copies, blacklisted }: Screening, t: TFunction): string {
  const findings = [
    t("work.screening.words", { count: words }),
    t(blacklisted ? "work.screening.blacklisted" : "work.screening.clear"),
    t("work.screening.copies", { count: copies }),
  ];
  return t("work.screening.found", { findings: findings.join(", ") });
}
