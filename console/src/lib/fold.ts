/** The text without case and accents, for comparison. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The ranges of the text where a typed word begins one of its words: begin and end of each, in code points. */
export function beginningsIn(text: string, typed: string): [number, number][] {
  const characters = Array.from(text);
  const words = fold(typed).split(/\s+/).filter((word) => word !== "").map((word) => Array.from(word));
  const isAt = (at: number, word: readonly string[]) => word.every((letter, index) => fold(characters[at + index] ?? "") === letter);
  return characters.flatMap((_, at) => {
    if (at > 0 && /[\p{L}\p{N}]/u.test(characters[at - 1] ?? "")) return [];
    const word = words.find((one) => isAt(at, one));
    return word ? [[at, at + word.length] satisfies [number, number]] : [];
  });
}

/** Whether each typed word begins a word of the text, in any order. */
export function hasBeginnings(text: string, typed: string): boolean {
  const parts = fold(text).split(/\s+/);
  return fold(typed)
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)));
}
