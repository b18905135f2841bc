/** Days, in the format of date fields; both are included. Empty: not set. */
export interface Days {
  from: string;
  to: string;
}

export const LATELY = 30; // the server's default period, in days

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day from an address; empty if it is invalid. */
export const readDay = (text: string): string => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

/** Whether a form's text is a day, or empty. */
export const isDay = (text: string): boolean => readDay(text) === text;

/** The times between two days; the last day is included, in the person's time zone. */
export function periodOf({ from, to }: Days): { from?: string; to?: string } {
  return { ...(from && { from: midnight(from, 0) }), ...(to && { to: midnight(to, 1) }) };
}

/** Like `periodOf`, with the names that some operations use. */
export function sinceAndUntil({ since, until }: { since: string; until: string }): { since?: string; until?: string } {
  const { from, to } = periodOf({ from: since, to: until });
  return { ...(from && { since: from }), ...(to && { until: to }) };
}

/** The day `days` before a time, in the person's time zone. */
export function dayBefore(at: number, days: number): string {
  const day = new Date(at);
  day.setDate(day.getDate() - days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function midnight(day: string, later: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}
