interface Props {
  /** Its width, as a CSS length or share. */
  width: string;
}

/** One line of text that is still on its way. The list around it carries `role="status"`. */
export function Skeleton({ width }: Props) {
  return <span className="skeleton" style={{ inlineSize: width }} aria-hidden />;
}
