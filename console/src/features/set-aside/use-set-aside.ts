import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { useTaskCommand } from "@/features/claim/use-task-command";
import { storeRelease } from "@/features/lock/lock-cache";
import { postSkip, putSnooze } from "@/features/tasks/calls";
import type { Moves } from "@/features/tasks/moves";
import { useSayAside } from "@/features/undo/use-say-aside";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import { writeDraft } from "@/lib/drafts";

import { usePutOffKey } from "./use-put-off-key";

/**
 * Skips an item, puts it off, or puts it back. Skipping and putting off release the item, and the next one comes up.
 */
export function useSetAside(task: TaskDetail, { onward }: Moves) {
  const taskId = task.task_id;
  const { t } = useTranslation();
  const client = useQueryClient();
  const putOffKey = usePutOffKey(taskId);
  const say = useSayAside(task);
  const leave = () => {
    storeRelease(client, taskId);
    onward(taskId);
  };

  const skip = useTaskCommand(taskId, "skip", {
    send: () => postSkip(taskId),
    done: () => {
      say("skip", t("work.skip.done"));
      leave();
    },
  });
  const putOff = useTaskCommand(taskId, "putOff", {
    send: (until: string | null) => putSnooze(taskId, until),
    says: (_, until) => (until ? null : t("work.putOff.back")),
    done: (_, until) => {
      if (until === null) return;
      say("putOff", t("work.putOff.done", { moment: formatMoment(until, clock.now()) }));
      writeDraft(putOffKey, null);
      leave();
    },
  });

  return {
    busy: skip.busy || putOff.busy,
    skip: () => void skip.run(),
    putOff: (until: Date) => void putOff.run(until.toISOString()),
    putBack: () => void putOff.run(null),
  };
}
