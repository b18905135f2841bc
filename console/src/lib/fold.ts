/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether each of the typed words begins a word of the text, in any order. */
export function hasBeginnings(text: string, typed: string): boolean {
  const parts = fold(text).split(/\s+/);
  return fold(typed)
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)));
}
