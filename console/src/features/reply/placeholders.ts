/** Placeholders of canned replies, such as `{{client_name}}`; the server refuses a reply that still contains one. */
const PLACEHOLDER = /\{\{\s*([^{}\n]{0,60}?)\s*\}\}/g;

interface Part {
  text: string;
  /** The index of its first character. */
  from: number;
  isPlaceholder: boolean;
}

/** The parts of a text: plain text, and placeholders that must still be filled in. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), from: end, isPlaceholder: false });
    parts.push({ text: found[0], from: found.index, isPlaceholder: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), from: end, isPlaceholder: false });
  return parts;
}

export const unfilledIn = (text: string): Part[] => partsOf(text).filter(({ isPlaceholder }) => isPlaceholder);

/** Fills in the known values; other placeholders stay, for a person to fill in. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return value === undefined || value === "" ? whole : value;
  });
}

/**
 * The words between a `/` at the beginning of the line and the caret, and where they begin; null without such a `/`.
 */
export function askedAt(text: string, caret: number): { from: number; words: string } | null {
  const from = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(from, caret);
  return line.startsWith("/") && line.length <= 60 ? { from, words: line.slice(1) } : null;
}
