import { Siren, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";

/** The server's highest priority: possible harm to a person. */
export const HARMFUL = 1;

/** Marks an item that comes first because somebody may come to harm; renders nothing for other items. */
export function HarmMark({ priority }: { priority: number | null }) {
  const { t } = useTranslation();
  if (priority !== HARMFUL) return null;
  return (
    <span className="badge is-danger" title={t("work.row.harmTitle")}>
      <Icon of={Siren} />
      {t("work.row.harm")}
    </span>
  );
}

/** Marks a sender's name that looks like an email address other than the one that replies go to. */
export function SuspectMark({ suspect, short = false }: { suspect: boolean; short?: boolean }) {
  const { t } = useTranslation();
  if (!suspect) return null;
  const words = t("work.row.suspect");
  return (
    <span className="badge is-warning" title={words}>
      <Icon of={TriangleAlert} />
      {short ? <span className="sr">{words}</span> : words}
    </span>
  );
}
