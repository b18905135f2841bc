import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Deed, refusalOf, refusals } from "@/features/command/refusals";
import type { Moves } from "@/features/decide/use-decide";
import { noteGivenBack, noteRefusal } from "@/features/lock/lock-notes";
import { postSkip, putSnooze } from "@/features/tasks/calls";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import { writeDraft } from "@/lib/drafts";
import { notify } from "@/lib/notifications";

import { usePutOffKey } from "./use-put-off-key";

/** Passing an item over, putting it off, and putting it back: the item is given back with each, and the next comes up. */
export function useSetAside(taskId: number, { onward }: Moves) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const putOffKey = usePutOffKey(taskId);

  const run = useCallback(
    async (deed: Deed, send: () => Promise<void>, then: () => void) => {
      setBusy(true);
      try {
        await send();
        refusals.set(client, null, taskId);
        for (const name of ["tasks", "queues", "history"]) void client.invalidateQueries({ queryKey: [name] });
        void client.invalidateQueries({ queryKey: ["task", taskId] });
        then();
      } catch (error) {
        noteRefusal(client, taskId, error);
        refusals.set(client, refusalOf(error, { deed }), taskId);
      } finally {
        setBusy(false);
      }
    },
    [client, taskId],
  );
  const leave = (sentence: string) => {
    noteGivenBack(client, taskId);
    notify(sentence);
    onward(taskId);
  };

  return {
    busy,
    skip: () => void run("skip", () => postSkip(taskId), () => leave(t("work.skip.done"))),
    putOff: (until: Date) =>
      void run("putOff", () => putSnooze(taskId, until.toISOString()), () => {
        writeDraft(putOffKey, null);
        leave(t("work.putOff.done", { moment: formatMoment(until, clock.now()) }));
      }),
    putBack: () => void run("putOff", () => putSnooze(taskId, null), () => notify(t("work.putOff.back"))),
  };
}
