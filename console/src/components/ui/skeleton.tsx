interface Props {
  /** Its width, as a CSS length or share. */
  width: string;
}

/** A placeholder for one line of text that is loading. The list around it carries `role="status"`. */
export function Skeleton({ width }: Props) {
  return <span className="skeleton" style={{ inlineSize: width }} aria-hidden />;
}
