import { AlarmClock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { onDemand, type TriggerProps } from "@/components/ui/on-demand";
import { Tooltip } from "@/components/ui/tooltip";
import { useHotkeys } from "@/lib/hotkeys";

interface Props {
  taskId: number;
  onPutOff: (until: Date) => void;
}

function PutOffButton(props: TriggerProps) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t("work.putOff.label")} keys="l">
      <Button icon={AlarmClock} size="s" tone="quiet" hotkey="l" {...props}>
        {t("work.putOff.label")}
      </Button>
    </Tooltip>
  );
}

const Choices = onDemand<Props>(PutOffButton, async () => (await import("./put-off-choices")).PutOffChoices);

/** Puts the item off, by button or key: lists and `next` leave it out until then. */
export function PutOffMenu(props: Props) {
  const { t } = useTranslation();
  const [presses, setPresses] = useState(0);
  useHotkeys("item", [{ keys: "l", label: t("work.keys.putOff"), run: () => setPresses((count) => count + 1) }]);
  return <Choices {...props} presses={presses} />;
}
