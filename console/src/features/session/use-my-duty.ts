import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { notify } from "@/lib/notifications";

import { useSession, useUser } from "./session-context";

/** The switch by which one says whether colleagues may assign work to one. */
export function useMyDuty(): { onDuty: boolean; toggle: () => void } {
  const { t } = useTranslation();
  const { refresh } = useSession();
  const { on_duty: onDuty } = useUser();
  const toggle = async () => {
    try {
      await answer(api.PUT("/api/user/me/duty", { body: { on_duty: !onDuty } }));
      await refresh();
      notify(t(onDuty ? "people.duty.nowOff" : "people.duty.nowOn"));
    } catch {
      notify(t("people.duty.failed"));
    }
  };
  return { onDuty, toggle: () => void toggle() };
}
