import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useCommand } from "@/api/use-command";
import { notifyFailure } from "@/lib/notifications";

import { useSession, useUser } from "./session-context";

/** The duty switch: whether colleagues may assign items to this person. */
export function useMyDuty(): { onDuty: boolean; toggle: () => void } {
  const { t } = useTranslation();
  const { refresh } = useSession();
  const { on_duty: onDuty } = useUser();
  const { run } = useCommand({
    name: "my duty",
    send: async (next: boolean) => {
      await answer(api.PUT("/api/user/me/duty", { body: { on_duty: next } }));
    },
    done: refresh,
    says: (_, next) => t(next ? "people.duty.nowOn" : "people.duty.nowOff"),
    refused: () => notifyFailure(t("people.duty.failed")),
  });
  return { onDuty, toggle: () => void run(!onDuty) };
}
