import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"button">, "onClick"> {
  on: boolean;
  /** The name of the switch, for screen readers; `children` show its state. */
  label: string;
  busy?: boolean;
  onSwitch: (on: boolean) => void;
}

/** A switch that acts at once. While its command is in flight it keeps the focus and ignores presses. */
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
