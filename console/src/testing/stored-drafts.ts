/** The keys of all drafts in this browser. */
export function storedDrafts(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith("draft."));
}
