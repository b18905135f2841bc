import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";
import { Switch } from "@/components/ui/switch";

import { useDuty } from "./use-duty";

/** Whether a person is on duty, and the switch for it; a word says that they are not. `short`: without it. */
export function DutySwitch({ member, short = false }: { member: Member; short?: boolean }) {
  const { t } = useTranslation();
  const { busy, put } = useDuty(member.person);
  return (
    <Switch on={member.on_duty} label={t("people.duty.of", { name: member.person.name })} busy={busy} onSwitch={put}>
      {!short && (member.on_duty ? <span className="paper-only">{t("people.duty.on")}</span> : t("people.duty.off"))}
    </Switch>
  );
}
