/** Days, as a date field has them; both are included. Empty: not chosen. */
export interface Days {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day from an address; empty for anything else. */
export const readDay = (text: string): string => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

/** Whether a form's text is a day, or none. */
export const isDay = (text: string): boolean => readDay(text) === text;

/** The moments between two days; a day ends with its last moment, where the person is. */
export function periodOf({ from, to }: Days): { from?: string; to?: string } {
  return { ...(from && { from: midnight(from, 0) }), ...(to && { to: midnight(to, 1) }) };
}

/** The same, as some operations name them. */
export function sinceAndUntil({ since, until }: { since: string; until: string }): { since?: string; until?: string } {
  const { from, to } = periodOf({ from: since, to: until });
  return { ...(from && { since: from }), ...(to && { until: to }) };
}

/** The day so many days before a moment, where the person is. */
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
