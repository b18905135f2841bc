const NAME = "found";
const MOST = 8;

/** The address of a page on which a search found these words, so that the page marks them. */
export function withFoundWords(path: string, words: readonly string[]): string {
  const chosen = [...new Set(words.map((word) => word.toLowerCase()))].slice(0, MOST);
  if (chosen.length === 0) return path;
  return `${path}?${new URLSearchParams(chosen.map((word) => [NAME, word]))}`;
}

/** The words in such an address. */
export const readFoundWords = (search: string): string[] => new URLSearchParams(search).getAll(NAME).filter(Boolean).slice(0, MOST);

/** The ranges of these words in a text, as whole words, in any case: begin and end. */
export function placesOf(words: readonly string[], text: string): [number, number][] {
  if (words.length === 0) return [];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}
