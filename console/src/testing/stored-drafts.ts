/** The keys under which this browser stores what was typed. */
export function storedDrafts(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith("draft."));
}
