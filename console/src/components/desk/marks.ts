/** A range of a text that matched a banned word. Offsets count code points, as the server's do. */
export interface Mark {
  start: number;
  end: number;
  /** The number of the word in the list of flagged words; 0 if the page shows no such list. */
  number: number;
  /** The word's action does more than flag: drawn as a double line. */
  strong: boolean;
}

/** A range of text with the same marks throughout. */
export interface Piece {
  text: string;
  marked: boolean;
  strong: boolean;
  /** The numbers of the marks that end here. */
  numbers: number[];
}

/**
 * The paragraphs of a text, split where marks begin and end. Blank lines separate paragraphs; single line breaks stay.
 */
export function markParagraphs(text: string, marks: readonly Mark[]): Piece[][] {
  const placed = placeMarks(text, marks);
  return paragraphsOf(text).map(([start, end]) => cut(text, start, end, placed));
}

/** A whole text with all its line breaks and spaces, split where marks begin and end. */
export function markWhole(text: string, marks: readonly Mark[]): Piece[] {
  return cut(text, 0, text.length, placeMarks(text, marks));
}

/** Converts marks to UTF-16 offsets, widened to whole grapheme clusters; ranges outside the text are dropped. */
function placeMarks(text: string, marks: readonly Mark[]): Mark[] {
  if (marks.length === 0) return [];
  const offsets = codePointOffsets(text);
  return marks.flatMap((mark) => {
    const start = offsets[Math.max(0, mark.start)];
    const end = offsets[Math.min(mark.end, offsets.length - 1)];
    return start === undefined || end === undefined || start >= end ? [] : [{ ...mark, ...widen(text, start, end) }];
  });
}

/** The UTF-16 offset of each code point, and of the end of the text. */
function codePointOffsets(text: string): number[] {
  const offsets = [0];
  let at = 0;
  for (const character of text) offsets.push((at += character.length));
  return offsets;
}

/** Widens a range to whole grapheme clusters: a flag, a family emoji or a letter with its accents. */
function widen(text: string, start: number, end: number): { start: number; end: number } {
  const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  const first = characters.containing(start);
  const last = characters.containing(end - 1);
  return { start: first?.index ?? start, end: last ? last.index + last.segment.length : end };
}

/** Scans line by line, so that a text of spaces alone costs no more than any other. */
function paragraphsOf(text: string): [number, number][] {
  const paragraphs: [number, number][] = [];
  let open: [number, number] | null = null;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    if (text.slice(from, to).trim() === "") open = null;
    else if (open) open[1] = to;
    else paragraphs.push((open = [from, to]));
    from = to + 1;
  }
  return paragraphs;
}

function cut(text: string, start: number, end: number, marks: readonly Mark[]): Piece[] {
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  const edges = inside.flatMap((mark) => [Math.max(mark.start, start), Math.min(mark.end, end)]);
  const cuts = [...new Set([start, ...edges, end])].sort((one, other) => one - other);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? end;
    const over = inside.filter((mark) => mark.start <= from && mark.end >= to);
    const ending = over.filter((mark) => Math.min(mark.end, end) === to);
    return {
      text: text.slice(from, to),
      marked: over.length > 0,
      strong: over.some((mark) => mark.strong),
      numbers: [...new Set(ending.map((mark) => mark.number))].filter((number) => number > 0),
    };
  });
}
