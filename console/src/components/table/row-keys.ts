import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";

const ROWS = "main tr[data-row]";

/** j and k go from row to row, of the tables within rows as well; x selects, with Shift all from the last selected row on. */
export function useRowKeys({ steps, selects }: { steps: boolean; selects: boolean }): void {
  const { t } = useTranslation();
  useHotkeys("lists", [
    ...(steps
      ? [
          { keys: "j", label: t("work.keys.down"), run: () => step(1), repeat: true },
          { keys: "k", label: t("work.keys.up"), run: () => step(-1), repeat: true },
        ]
      : []),
    ...(selects
      ? [
          { keys: "x", label: t("people.select.key"), run: () => select(false) },
          { keys: "Shift x", label: t("table.selectRange"), run: () => select(true) },
        ]
      : []),
  ]);
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => controlOf(row));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
  controlOf(rows[to])?.focus();
}

/** What opens a row: its link or button; else the first control in it. Enter presses it, as everywhere. */
function controlOf(row: HTMLElement | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(":scope > th :is(a[href], button)") ?? row?.querySelector<HTMLElement>("a[href], button, input") ?? null;
}

function select(shiftKey: boolean): void {
  const box = document.activeElement?.closest(ROWS)?.querySelector("input[data-select]");
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}
