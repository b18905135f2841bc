import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"button">, "onClick"> {
  on: boolean;
  /** What is switched, for screen readers; `children` show how it stands. */
  label: string;
  busy?: boolean;
  onSwitch: (on: boolean) => void;
}

/** A switch: it acts at once. While its work is in flight it keeps the focus and cannot be pressed. */
export function Switch({ on, label, busy = false, onSwitch, className = "", children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`switch ${className}`}
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => !busy && onSwitch(!on)}
    >
      <span className="switch-track" aria-hidden />
      <span>{children}</span>
    </button>
  );
}
