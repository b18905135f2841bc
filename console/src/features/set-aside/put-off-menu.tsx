import { AlarmClock } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { onDemand, type TriggerProps } from "@/components/ui/on-demand";

interface Props {
  taskId: number;
  onPutOff: (until: Date) => void;
}

function PutOffButton(props: TriggerProps) {
  const { t } = useTranslation();
  const label = t("work.putOff.label");
  return (
    <Button size="s" tone="quiet" className="btn-icon" title={label} {...props} aria-label={label}>
      <Icon of={AlarmClock} />
    </Button>
  );
}

/** Puts the item off: no list and no `next` shows it before its time. */
export const PutOffMenu = onDemand<Props>(PutOffButton, async () => (await import("./put-off-choices")).PutOffChoices);
