import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { postNote } from "@/features/tasks/calls";
import { notify } from "@/lib/notifications";

interface Addressee {
  id: number;
  name: string;
}

/** Leaves a note on an item; whether it was left. */
export function useLeaveNote(taskId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const leave = async (text: string, to: Addressee | null): Promise<boolean> => {
    const intent = `note ${taskId} ${to?.id ?? ""} ${text}`;
    setBusy(true);
    setFailed(false);
    try {
      await withTries(() => postNote(taskId, text, to?.id ?? null, keyOf(intent)), isPassing);
      settle(intent);
      void client.invalidateQueries({ queryKey: ["history"] });
      notify(to ? t("work.note.doneTo", { name: to.name }) : t("work.note.done"));
      return true;
    } catch {
      setFailed(true);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { leave, busy, failed };
}
