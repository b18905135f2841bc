const NOON = 12;
const EVENING = 18;

export function partOfDay(now: number): "morning" | "afternoon" | "evening" {
  const hour = new Date(now).getHours();
  if (hour < NOON) return "morning";
  return hour < EVENING ? "afternoon" : "evening";
}
