import { UserRoundPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import type { Lock } from "@/features/lock/lock-state";
import type { Moves } from "@/features/tasks/moves";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { useCan } from "@/lib/permissions";

const AssignItem = lazyPart(async () => ({ default: (await import("./assign-item")).AssignItem }));

interface Props {
  task: TaskDetail;
  lock: Lock;
  moves: Moves;
}

/** The button that assigns the item. Only head moderators reassign an item that somebody has. */
export function Assign({ task, lock, moves }: Props) {
  const { t } = useTranslation();
  const isHead = useCan()("head_moderator");
  const [open, setOpen] = useState(false);
  const isOthers = lock.kind === "held" || lock.kind === "assigned";
  const offered = isHead || !isOthers;
  useHotkeys("item", offered && !open ? [{ keys: "o", label: t("people.assign.key"), run: () => setOpen(true) }] : []);
  if (!offered) return null;
  return (
    <>
      <Tooltip label={t("people.assign.label")} keys="o">
        <Button icon={UserRoundPlus} size="s" tone="quiet" hotkey="o" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("people.assign.label")}
        </Button>
      </Tooltip>
      <Suspense fallback={<HoldKeys />}>
        {open && <AssignItem task={task} lock={lock} moves={moves} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
