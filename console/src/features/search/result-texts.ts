import type { SearchHighlight, SearchItem } from "@/api/types";
import { withFoundWords } from "@/lib/found-words";

const NAMING = new Set(["title", "name", "subject", "text", "constructive"]);
const COMPARED = 40; // characters

/** The texts of a result: its title, the line below it, and the passage that matched. */
interface ResultTexts {
  title: Pick<SearchHighlight, "text" | "marks">;
  subtitle: Pick<SearchHighlight, "text" | "marks">;
  excerpt: SearchHighlight | undefined;
}

/** If a review has no title, its text replaces it; that text is not shown a second time. */
export function textsOf({ title, subtitle, highlights }: SearchItem): ResultTexts {
  const begin = title.slice(0, COMPARED);
  const titled = highlights.find(({ field, text }) => NAMING.has(field) && text.replace(/\s+/g, " ").startsWith(begin));
  const below = highlights.find(({ text, marks }) => text === subtitle && marks.length > 0);
  const excerpt = highlights.find((other) => other !== titled && other !== below && other.marks.length > 0);
  return { title: titled ?? { text: title, marks: [] }, subtitle: below ?? { text: subtitle, marks: [] }, excerpt };
}

const OF_WORD = /[\p{L}\p{N}]/u;

/** The page of a result, with the matched words, which the page marks. Offsets count characters, as the API does. */
export function pageOf({ path, highlights }: SearchItem): string {
  const words = highlights.flatMap(({ text, marks }) => {
    const characters = Array.from(text);
    return marks.map(([start = 0, end = 0]) => {
      const rest = characters.slice(end).findIndex((character) => !OF_WORD.test(character));
      return characters.slice(start, rest === -1 ? undefined : end + rest).join("");
    });
  });
  return withFoundWords(path, words);
}
