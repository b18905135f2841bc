/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Where the typed words begin words of the text: begin and end, in characters. */
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

/** Whether each of the typed words begins a word of the text, in any order. */
export function hasBeginnings(text: string, typed: string): boolean {
  const parts = fold(text).split(/\s+/);
  return fold(typed)
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)));
}
