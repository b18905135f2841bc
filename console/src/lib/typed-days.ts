const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMED: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{2}|\d{4}))?$/;
const WORDS = /^(\d{1,2})(?:st|nd|rd|th)? ?([a-z]{3,9})\.?,?(?: ?(\d{2}|\d{4}))?$/;
const TIME = /[ ,t]+([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** A date field's value in British format: `26/11/2026`, or `26/11/2026 14:30`. Other text stays as it is. */
export function formatTyped(value: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?$/.exec(value) ?? [];
  return year ? [`${day}/${month}/${year}`, time].filter(Boolean).join(" ") : value;
}

/**
 * The value `2026-11-26` for typed text: `26/11/2026`, `26/11`, `26 Nov`, `26.11.26`, `2026-11-26`, `today`. With a
 * time: `2026-11-26T14:30` for `26/11 14:30`. A day without a year is in the current year. Null for other text.
 */
export function readTyped(typed: string, withTime: boolean, now: number): string | null {
  const text = typed.trim().toLowerCase();
  if (!withTime) return dayOf(text, now);
  const [whole, hour = "", minute = ""] = TIME.exec(text) ?? [];
  const day = whole === undefined ? null : dayOf(text.slice(0, -whole.length), now);
  return day && `${day}T${hour.padStart(2, "0")}:${minute}`;
}

/** Whether the typed date counts as complete: it has a year of four digits. */
export const isWhole = (typed: string): boolean => /\d{4}/.test(typed);

function dayOf(text: string, now: number): string | null {
  const year = new Date(now).getFullYear();
  const later = NAMED[text];
  if (later !== undefined) {
    const day = new Date(now);
    day.setDate(day.getDate() + later);
    return isoOf(day.getFullYear(), day.getMonth() + 1, day.getDate());
  }
  const iso = ISO.exec(text);
  if (iso) return isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = NUMBERS.exec(text);
  if (numbers) return isoOf(yearOf(numbers[3], year), Number(numbers[2]), Number(numbers[1]));
  const [, number, month = "", yearTyped] = WORDS.exec(text) ?? [];
  return number === undefined ? null : isoOf(yearOf(yearTyped, year), MONTHS.indexOf(month.slice(0, 3)) + 1, Number(number));
}

const yearOf = (text: string | undefined, now: number): number => (text ? Number(text) + (text.length === 2 ? 2000 : 0) : now);

/** Null if the day does not exist in the calendar. */
function isoOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}
