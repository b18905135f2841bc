/** Under what something that was typed is kept in this browser. */
export function storedDrafts(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith("draft."));
}
