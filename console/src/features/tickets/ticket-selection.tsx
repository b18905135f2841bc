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
  /** The selected tickets with the data that the list shows now. */
  rows: readonly OpenRow[];
  /** The address of the bulk moderation tool for all matching tickets; undefined if it has no such filter. */
  tool: string | undefined;
}

/** The actions for the selected tickets. Resolving many requires the permission for bulk moderation. */
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
