import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Colleague } from "@/api/types";
import type { NotDone } from "@/components/desk/assign-dialog";
import { sayRefusal } from "@/components/desk/say-refusal";
import { withTries } from "@/features/command/intents";
import { isPassing, refusals } from "@/features/command/refusals";
import type { Moves } from "@/features/decide/use-decide";
import { noteGivenBack } from "@/features/lock/lock-notes";
import type { Lock } from "@/features/lock/lock-state";
import { useMe } from "@/features/lock/use-lock";
import { deleteAssignee, putAssignee } from "@/features/tasks/calls";
import { notify } from "@/lib/notifications";

/** Assigns one item and gives it back, as a person does; what is refused comes back as a sentence. */
export function useAssign(taskId: number, lock: Lock, { onward }: Moves) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();

  const run = async (send: () => Promise<void>, then: () => void): Promise<NotDone | null> => {
    try {
      await withTries(send, isPassing);
      refusals.set(client, null, taskId);
      then();
      for (const name of ["tasks", "queues", "history", "team"]) void client.invalidateQueries({ queryKey: [name] });
      void client.invalidateQueries({ queryKey: ["task", taskId] });
      return null;
    } catch (error) {
      return { sentence: sayRefusal(error, t) };
    }
  };

  return {
    assign: (to: Colleague, note: string, takeOver: boolean) =>
      run(
        () => putAssignee(taskId, to.id, note, takeOver),
        () => {
          const isMine = to.id === me.id;
          notify(isMine ? t("people.assign.doneSelf") : t("people.assign.done", { name: to.name }));
          if (isMine) return;
          if (lock.kind === "mine") noteGivenBack(client, taskId);
          // what went to a colleague is no longer one's own to read
          if (lock.kind === "mine" || lock.kind === "free" || lock.kind === "ended") onward(taskId);
        },
      ),
    giveBack: (note: string) =>
      run(
        () => deleteAssignee(taskId, note),
        () => notify(t("people.assign.doneBack")),
      ),
  };
}
