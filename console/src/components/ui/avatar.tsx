interface Props {
  name: string;
  size?: "s" | "m" | "l";
  /** The person at this desk. */
  me?: boolean;
}

/** Initials. The name stands beside it or in the control's label, so the picture itself is silent. */
export function Avatar({ name, size = "s", me = false }: Props) {
  return (
    <span className={["avatar", size !== "s" && `avatar-${size}`, me && "me"].filter(Boolean).join(" ")} aria-hidden>
      {initials(name)}
    </span>
  );
}

/** First letters of the first and the last name. */
export function initials(name: string): string {
  const letters = name.match(/(?<=^|\s)\p{L}/gu) ?? [];
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join("").toUpperCase();
}
