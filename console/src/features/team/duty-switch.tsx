import { useTranslation } from "react-i18next";

import type { Member } from "@/api/types";
import { Button } from "@/components/ui/button";

import styles from "./team.module.css";
import { useDuty } from "./use-duty";

/** Whether a person is on duty, and the button that switches it. */
export function DutySwitch({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { busy, toggle } = useDuty(member);
  return (
    <Button
      size="s"
      tone="quiet"
      className={styles.duty ?? ""}
      role="switch"
      aria-checked={member.on_duty}
      aria-label={t("people.duty.of", { name: member.person.name })}
      busy={busy}
      onClick={toggle}
    >
      <span className={`badge badge-dot ${member.on_duty ? "tone-success" : "hollow"}`}>
        {t(member.on_duty ? "people.duty.on" : "people.duty.off")}
      </span>
    </Button>
  );
}
