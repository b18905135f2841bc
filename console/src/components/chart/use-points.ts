import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface Points {
  /** The name of the chart. */
  label: string;
  count: number;
  /** The index of the point that is read out first. */
  start: number;
  /** The values of one point as a sentence. */
  textOf: (at: number) => string;
}

/**
 * One Tab stop for all points of a chart: a slider whose text is the values of the current point. Arrow keys, Home, End
 * and the pointer move it; Escape hides the tooltip. `at`: the point whose tooltip is shown.
 */
export function usePoints({ label, count, start, textOf }: Points) {
  const { t } = useTranslation();
  const [at, show] = useState<number | null>(null);
  const [last, setLast] = useState(start);
  const current = Math.min(at ?? last, count - 1);

  function go(to: number) {
    const next = Math.max(0, Math.min(count - 1, to));
    setLast(next);
    show(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const to: Partial<Record<string, number>> = {
      [isRtl ? "ArrowLeft" : "ArrowRight"]: current + 1,
      [isRtl ? "ArrowRight" : "ArrowLeft"]: current - 1,
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: count - 1,
    };
    const next = to[event.key];
    if (event.key === "Escape" && at !== null) show(null);
    else if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    else go(next);
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    at,
    /** Props of the element of one point. */
    point: (index: number) => ({ onPointerEnter: () => show(index), onPointerDown: () => go(index) }),
    /** Props of the element around the points. */
    slider: {
      role: "slider",
      tabIndex: 0,
      "aria-label": label,
      "aria-roledescription": t("chart.role"),
      "aria-valuemin": 1,
      "aria-valuemax": count,
      "aria-valuenow": current + 1,
      "aria-valuetext": textOf(current),
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => event.target.matches(":focus-visible") && show(current),
      onBlur: () => show(null),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => event.pointerType === "mouse" && show(null),
    },
  } as const;
}
