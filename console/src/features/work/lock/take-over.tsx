import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

interface Props {
  /** Who has the item. */
  name: string;
  busy: boolean;
  onTakeOver: () => void;
}

/** Takes an item from somebody who has it. Asked twice, in place: it is somebody's work. */
export function TakeOver({ name, busy, onTakeOver }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <Button size="s" tone="quiet" onClick={() => setAsked(true)}>
        {t("work.takeOver.label")}
      </Button>
    );
  return (
    <span className="row sure">
      <Button size="s" busy={busy} title={t("work.takeOver.hint")} autoFocus onClick={onTakeOver}>
        {t("work.takeOver.label")} <span className="not-phone">{t("work.takeOver.from", { name })}</span>
      </Button>
      <Button size="s" tone="quiet" onClick={() => setAsked(false)}>
        {t("common.cancel")}
      </Button>
    </span>
  );
}
