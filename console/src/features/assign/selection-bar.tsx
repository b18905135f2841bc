import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";

import type { Selection } from "./use-selection";

const AssignMany = lazyPart(async () => ({ default: (await import("./assign-many")).AssignMany }));

/** The number of selected items, and the actions for them. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const count = selection.tasks.length;
  useHotkeys(
    "lists",
    count > 0 && !open
      ? [
          { keys: "Shift o", label: t("people.select.keyMove"), run: () => setOpen(true) },
          { keys: "Escape", label: t("people.select.keyClear"), run: selection.clear },
        ]
      : [],
  );
  return (
    <>
      <div className="selection-bar" role="group" aria-label={t("people.select.count", { count })}>
        <span className="meta" role="status">
          {t("people.select.count", { count })}
          {count > 0 && <span className="block">{t("people.select.only")}</span>}
        </span>
        <span className="end" />
        {count === 0 ? (
          <Button size="s" tone="quiet" onClick={selection.all}>
            {t("people.select.all")}
          </Button>
        ) : (
          <>
            <Button size="s" tone="quiet" onClick={selection.clear}>
              {t("people.select.clear")}
            </Button>
            <Button size="s" hotkey="Shift o" onClick={() => setOpen(true)}>
              {t("people.select.assign")}
            </Button>
          </>
        )}
      </div>
      <Suspense fallback={<HoldKeys />}>
        {open && (
          <AssignMany selected={selection.tasks} onDone={(ids) => ids.forEach(selection.toggle)} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
