import { type Mark, markParagraphs, markWhole, type Piece } from "./marks";

interface Props {
  text: string;
  marks: readonly Mark[];
}

/** A text as its reader sees it, each paragraph with its own direction, with matches of banned words marked. */
export function MarkedText({ text, marks }: Props) {
  return markParagraphs(text, marks).map((pieces, index) => (
    <p key={index} dir="auto">
      {pieces.map((piece, at) => (
        <MarkedPiece key={at} piece={piece} />
      ))}
    </p>
  ));
}

/** Like `MarkedText`, for a text of one line: a title. */
export function MarkedLine({ text, marks }: Props) {
  return markParagraphs(text, marks)
    .flat()
    .map((piece, at) => <MarkedPiece key={at} piece={piece} />);
}

/** Like `MarkedText`, but with all line breaks and spaces as they were written. */
export function MarkedAsWritten({ text, marks }: Props) {
  return markWhole(text, marks).map((piece, at) => <MarkedPiece key={at} piece={piece} />);
}

function MarkedPiece({ piece }: { piece: Piece }) {
  if (!piece.marked) return piece.text;
  return (
    <mark className={piece.strong ? "hold" : undefined}>
      {piece.text}
      {piece.numbers.length > 0 && <sup>{piece.numbers.join(" ")}</sup>}
    </mark>
  );
}
