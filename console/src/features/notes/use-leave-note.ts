import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { postNote } from "@/features/tasks/calls";
import { HISTORIES } from "@/features/tasks/task-reads";

interface Note {
  text: string;
  /** Who is notified of it. */
  to: { id: number; name: string } | null;
}

/** Leaves a note on an item. */
export function useLeaveNote(taskId: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `note ${taskId}`,
    send: ({ text, to }: Note, key) => postNote(taskId, text, to?.id ?? null, key),
    refreshes: [HISTORIES, "/api/tickets/{ticket_id}"], // a conversation shows its notes
    says: (_, { to }) => (to ? t("work.note.doneTo", { name: to.name }) : t("work.note.done")),
  });
}
