import { useNow } from "./clock";
import { ageOf, formatDateTime, formatMoment, formatRecentDay, formatShortDate, formatShortDay, formatShortMoment } from "./dates";
import { useMedia } from "./use-media";

/** Whether the page is being printed: on paper, `today` and `2 d ago` soon become wrong. */
export const useOnPaper = (): boolean => useMedia("print");

/** Formats a time: `yesterday, 16:02`; on paper with its date. */
export function useMoment(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : formatMoment(at, now));
}

/** Like `useMoment`, for columns: `20 Nov, 16:02`, `Today, 16:02`. `within`: inside a sentence, in lower case. */
export function useShortMoment(within = false): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : (within ? String : capital)(formatShortMoment(at, now)));
}

/** Like `useShortMoment`, always with the date, even for today: `28 Nov, 09:14`; on paper with the year. */
export function useShortDate(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : formatShortDate(at, now));
}

/** Formats a day, for columns: `Yesterday`, `20 Nov`; on paper with the year. */
export function useDay(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatShortDay(at) : capital(formatRecentDay(at, now)));
}

/** Formats an age: `38 min`; on paper the time itself. */
export function useAge(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : ageOf(at, now));
}

/** A capital letter, because the text stands alone in its cell. */
const capital = (text: string): string => text.replace(/^\p{L}/u, (first) => first.toUpperCase());
