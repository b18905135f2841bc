import type { SearchHighlight } from "@/api/types";
import { markParagraphs } from "@/components/desk/marks";

/** A text of one line with the matches marked. Marks are offsets; the text is never parsed as markup. */
export function FoundText({ text, marks }: Pick<SearchHighlight, "text" | "marks">) {
  const places = marks.map(([start = 0, end = 0]) => ({ start, end, number: 0, strong: false }));
  return markParagraphs(text.replaceAll("\n", " "), places)
    .flat()
    .map((piece, at) =>
      piece.marked ? (
        <mark key={at} className="hit">
          {piece.text}
        </mark>
      ) : (
        piece.text
      ),
    );
}
