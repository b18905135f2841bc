import { useNow } from "./clock";
import { ageOf, formatDateTime, formatMoment, formatRecentDay, formatShortDate, formatShortDay, formatShortMoment } from "./dates";
import { useMedia } from "./use-media";

/** Whether the page is drawn on paper, where `today` and `2 d ago` soon say something wrong. */
export const useOnPaper = (): boolean => useMedia("print");

/** Says a moment: `yesterday, 16:02`; on paper with its date. */
export function useMoment(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : formatMoment(at, now));
}

/** The same for columns: `20 Nov, 16:02`, `Today, 16:02`. */
export function useShortMoment(within = false): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : (within ? String : capital)(formatShortMoment(at, now)));
}

/** The same by its date alone, also where it is of today: `28 Nov, 09:14`; on paper with its year. */
export function useShortDate(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : formatShortDate(at, now));
}

/** Says a day, for columns: `Yesterday`, `20 Nov`; on paper with its year. */
export function useDay(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatShortDay(at) : capital(formatRecentDay(at, now)));
}

/** Says how long ago a moment was: `38 min`; on paper the moment itself. */
export function useAge(): (at: string) => string {
  const now = useNow();
  const onPaper = useOnPaper();
  return (at) => (onPaper ? formatDateTime(at) : ageOf(at, now));
}

/** Where it is all that a cell says. */
const capital = (text: string): string => text.replace(/^\p{L}/u, (first) => first.toUpperCase());
