import { useWorkingKeys } from "@/lib/hotkeys";

interface Props {
  keys: string;
  /** Inside a control whose `aria-keyshortcuts` already tells screen readers the key. */
  silent?: boolean;
}

/**
 * Keys as printed on a keyboard: `g m` shows two. Hidden on devices without a keyboard, and if shortcuts are switched
 * off.
 */
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
