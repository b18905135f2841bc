const LOCALE = "en-GB";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const day = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "long", year: "numeric" });
const short = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", year: "numeric" });
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const time = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const number = new Intl.NumberFormat(LOCALE);

const dayOfPlan = new Intl.DateTimeFormat(LOCALE, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const dayInFull = new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

type Moment = string | number | Date;

/** `20 November 2026` */
export const formatDay = (at: Moment): string => day.format(new Date(at));

/** `20 Nov 2026`, for columns */
export const formatShortDay = (at: Moment): string => short.format(new Date(at)).replace("Sept", "Sep");

/** `Friday 20 November 2026`: without the comma that some engines put after the weekday. */
export const formatWeekday = (at: Moment): string => weekday.format(new Date(at)).replace(",", "");

/** `Tue 1 Dec`, for a day that the server names, such as `2026-12-01`. */
export const formatDeskDay = (isoDay: string): string => dayOfPlan.format(new Date(isoDay)).replace(",", "").replace("Sept", "Sep");

/** `Tuesday 1 December`, for a day that the server names, such as `2026-12-01`. */
export const formatDeskDayInFull = (isoDay: string): string => dayInFull.format(new Date(isoDay)).replace(",", "");

/** `09:14` */
export const formatTime = (at: Moment): string => time.format(new Date(at));

/** `09:14:06` */
export const formatClock = (at: Moment): string => clock.format(new Date(at));

/** `Today, 28 November`, `Yesterday, 27 November`, `Friday 20 November`; with the year unless it is the current one. */
export function formatDayName(at: Moment, now: number): string {
  const date = new Date(at);
  const days = Math.round((midnight(now) - midnight(date)) / DAY);
  if (days === 0 || days === 1) return `${days === 0 ? "Today" : "Yesterday"}, ${shortDay(date, now)}`;
  return `${formatWeekday(date).split(" ")[0]} ${shortDay(date, now)}`;
}

/** `20 November 2026, 09:14` */
export const formatDateTime = (at: Moment): string => `${formatDay(at)}, ${formatTime(at)}`;

/** `38,114` */
export const formatNumber = (value: number): string => number.format(value);

/** `today, 09:14`, `yesterday, 16:02`, `20 November, 09:14`; with the year unless it is the current one. */
export function formatMoment(at: Moment, now: number): string {
  const date = new Date(at);
  const days = Math.round((midnight(now) - midnight(date)) / DAY);
  const name = days === 0 ? "today" : days === 1 ? "yesterday" : shortDay(date, now);
  return `${name}, ${formatTime(date)}`;
}

/** `today`, `yesterday`, `20 Nov`; with the year unless it is the current one. */
export function formatRecentDay(at: Moment, now: number): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days === 0 || days === 1) return days === 0 ? "today" : "yesterday";
  return withoutThisYear(at, now);
}

function withoutThisYear(at: Moment, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return sameYear ? formatShortDay(at).replace(/ \d{4}$/, "") : formatShortDay(at);
}

/** `20 Nov, 09:14`, also for today; with the year unless it is the current one. */
export const formatShortDate = (at: Moment, now: number): string => `${withoutThisYear(at, now)}, ${formatTime(at)}`;

/** Like `formatRecentDay`, with the time, for columns: `20 Nov, 09:14`. */
export const formatShortMoment = (at: Moment, now: number): string => `${formatRecentDay(at, now)}, ${formatTime(at)}`;

/**
 * A duration in its shortest form: `< 1 min`, `38 min`, `1 h 05`, `2 d 4 h`, `12 d`. Its spaces do not break. Never
 * negative: a time that is ahead because of clock drift counts as now.
 */
export function formatAge(ms: number, exact = false): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return "<\u00a01\u00a0min";
  if (span < HOUR) return `${Math.floor(span / MINUTE)}\u00a0min`;
  if (span < DAY) return withRest(Math.floor(span / HOUR), "h", Math.floor((span % HOUR) / MINUTE), exact);
  if (span < 7 * DAY) return withRest(Math.floor(span / DAY), "d", Math.floor((span % DAY) / HOUR), exact);
  return `${Math.floor(span / DAY)}\u00a0d`;
}

/** A duration in seconds, which may be short: `42 s`, `38 min`. `exact`: for columns, with both units, `1 d 0 h`. */
export const formatSpan = (seconds: number, exact = false): string =>
  seconds * 1_000 < MINUTE ? `${Math.round(seconds)}\u00a0s` : formatAge(seconds * 1_000, exact);

/** The age of a time. */
export const ageOf = (at: Moment, now: number): string => formatAge(now - new Date(at).getTime());

/** `4:12`, for a countdown; never below `0:00`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function withRest(whole: number, unit: "h" | "d", rest: number, exact: boolean): string {
  if (rest === 0 && !exact) return `${whole}\u00a0${unit}`;
  return unit === "h" ? `${whole}\u00a0h\u00a0${String(rest).padStart(2, "0")}` : `${whole}\u00a0d\u00a0${rest}\u00a0h`;
}

function midnight(at: Moment): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function shortDay(date: Date, now: number): string {
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return sameYear ? formatDay(date).replace(/ \d{4}$/, "") : formatDay(date);
}

/** A list of alternatives: “Ann, Bo or Cy”. */
export const formatEither = (names: readonly string[]): string => new Intl.ListFormat(LOCALE, { type: "disjunction" }).format(names);
