import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TicketRow } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import type { OwnSelection } from "@/components/table/selection";
import { SelectionBar } from "@/components/table/selection-bar";
import { Button, buttonClass } from "@/components/ui/button";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { useCan } from "@/lib/permissions";

import { asSelected, type OpenRow } from "./selected";

const AssignMany = lazyPart(async () => ({ default: (await import("@/features/assign/assign-many")).AssignMany }));
const ResolveMany = lazyPart(async () => ({ default: (await import("./resolve-many")).ResolveMany }));

interface Props {
  selection: OwnSelection<TicketRow>;
  /** The same tickets as the list shows them now. */
  rows: readonly OpenRow[];
  /** The address of the tool that decides all that match; undefined where it cannot tell which those are. */
  tool: string | undefined;
}

/** What can be done with the selected tickets together. Resolving many is for who has the bulk moderation tool. */
export function TicketSelection({ selection, rows, tool }: Props) {
  const { t } = useTranslation();
  const mayResolve = useCan()("bulk_moderation");
  const [open, setOpen] = useState<"assign" | "resolve" | null>(null);
  useHotkeys(
    "lists",
    rows.length > 0 && open === null
      ? [
          { keys: "Shift o", label: t("people.select.keyMove"), run: () => setOpen("assign") },
          ...(mayResolve ? [{ keys: "Shift v", label: t("ticketList.select.keyResolve"), run: () => setOpen("resolve") }] : []),
        ]
      : [],
  );
  const unselect = (taskIds: readonly number[]) => selection.set(rows.filter(({ task_id: id }) => taskIds.includes(id)), false);
  const close = () => setOpen(null);
  return (
    <>
      {rows.length > 0 && (
        <SelectionBar selection={selection}>
          <Button hotkey="Shift o" onClick={() => setOpen("assign")}>
            {t("ticketList.select.assign")}
          </Button>
          {mayResolve && (
            <Button tone="primary" hotkey="Shift v" onClick={() => setOpen("resolve")}>
              {t("ticketList.select.resolve")}
            </Button>
          )}
          {mayResolve && tool !== undefined && (
            <Link className={buttonClass("quiet")} to={tool}>
              {t("ticketList.select.tool")}
            </Link>
          )}
        </SelectionBar>
      )}
      <Suspense fallback={<HoldKeys />}>
        {open === "assign" && <AssignMany selected={rows.map(asSelected)} onDone={unselect} onClose={close} />}
        {open === "resolve" && <ResolveMany rows={rows} onDone={unselect} onClose={close} />}
      </Suspense>
    </>
  );
}
