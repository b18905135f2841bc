const HOUR = 3_600_000;
const MORNING = 9; // the desks open at nine (product.md, Clocks)
const MONDAY = 1;

type PresetName = "hour" | "threeHours" | "tomorrow" | "monday" | "week";

interface Preset {
  name: PresetName;
  at: Date;
}

/** Suggested times to put an item off until, the nearest first, each once. */
export function presetsAt(now: number): Preset[] {
  const all: Preset[] = [
    { name: "hour", at: new Date(now + HOUR) },
    { name: "threeHours", at: new Date(now + 3 * HOUR) },
    { name: "tomorrow", at: morningIn(now, 1) },
    { name: "monday", at: morningIn(now, daysUntil(MONDAY, now)) },
    { name: "week", at: morningIn(now, 7) },
  ];
  const distinct = all.filter(({ at }, index) => all.findIndex((one) => +one.at === +at) === index);
  return distinct.sort((one, other) => +one.at - +other.at);
}

function morningIn(now: number, days: number): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(MORNING, 0, 0, 0);
  return date;
}

/** Days until the next such weekday, never 0. */
function daysUntil(weekday: number, now: number): number {
  return (weekday - new Date(now).getDay() + 7) % 7 || 7;
}
