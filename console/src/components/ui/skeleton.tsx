interface Props {
  /** The width, as a CSS length or percentage. */
  width: string;
}

/** A placeholder for one line of text that is loading. Its container has `role="status"`. */
export function Skeleton({ width }: Props) {
  return <span className="skeleton" style={{ inlineSize: width }} aria-hidden />;
}
