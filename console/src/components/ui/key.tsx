import { useWorkingKeys } from "@/lib/hotkeys";

interface Props {
  keys: string;
  /** Inside a control, which tells screen readers its key by `aria-keyshortcuts`. */
  silent?: boolean;
}

/** Keys as printed on their caps: `g m` shows two. Hidden where there is no keyboard, and where they are switched off. */
export function Key({ keys, silent = false }: Props) {
  const working = useWorkingKeys(keys);
  if (!working) return null;
  return (
    <span className="keys" aria-hidden={silent}>
      {working.split(" ").map((key, index) => (
        <kbd className="key" key={index}>
          {key === "Escape" ? "Esc" : key}
        </kbd>
      ))}
    </span>
  );
}
