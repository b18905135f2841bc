interface Props {
  keys: string;
  /** Inside a control, which tells screen readers its key by `aria-keyshortcuts`. */
  silent?: boolean;
}

/** Keys as printed on their caps: `g m` shows two. Hidden where there is no keyboard. */
export function Key({ keys, silent = false }: Props) {
  return (
    <span className="keys" aria-hidden={silent}>
      {keys.split(" ").map((key, index) => (
        <kbd className="key" key={index}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
