import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { Member } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { notify } from "@/lib/notifications";

/** Puts a colleague on or off duty. */
export function useDuty({ person, on_duty: onDuty }: Member) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { run, busy } = useCommand({
    name: `duty ${person.id}`,
    send: async (next: boolean) => {
      await answer(api.PUT("/api/team/{user_id}/duty", { params: { path: { user_id: person.id } }, body: { on_duty: next } }));
    },
    done: (_, next) => {
      client.setQueryData(read("/api/team").queryKey, (team: Member[] | undefined) =>
        team?.map((member) => (member.person.id === person.id ? { ...member, on_duty: next } : member)),
      );
    },
    refused: () => notify(t("people.duty.failed")),
  });
  return { busy, toggle: () => void run(!onDuty) };
}
