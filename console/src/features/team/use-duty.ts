import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Member } from "@/api/types";
import { notify } from "@/lib/notifications";

/** Puts a colleague on or off duty. */
export function useDuty({ person, on_duty: onDuty }: Member) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    setBusy(true);
    try {
      const params = { path: { user_id: person.id } };
      await answer(api.PUT("/api/team/{user_id}/duty", { params, body: { on_duty: !onDuty } }));
      client.setQueryData<Member[]>(["team"], (team) =>
        team?.map((member) => (member.person.id === person.id ? { ...member, on_duty: !onDuty } : member)),
      );
    } catch {
      notify(t("people.duty.failed"));
    }
    setBusy(false);
  };
  return { busy, toggle: () => void toggle() };
}
