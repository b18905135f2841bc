import { AlarmClock, CalendarClock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Menu, MenuItem, MenuLine } from "@/components/ui/menu";
import type { OnDemandProps } from "@/components/ui/on-demand";
import { useNow } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";

import { presetsAt } from "./presets";
import { PutOffDialog } from "./put-off-dialog";

interface Props extends OnDemandProps {
  taskId: number;
  onPutOff: (until: Date) => void;
}

/** The menu of times to put an item off until, open from the start. */
export function PutOffChoices({ trigger, openedBy, taskId, onPutOff }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu trigger={trigger} openedBy={openedBy}>
        {presetsAt(now).map(({ name, at }) => (
          <MenuItem key={name} icon={AlarmClock} onSelect={() => onPutOff(at)}>
            {t(`work.putOff.presets.${name}`)} <span className="dim">{formatMoment(at, now)}</span>
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={CalendarClock} onSelect={() => setChoosing(true)}>
          {t("work.putOff.choose")}
        </MenuItem>
      </Menu>
      {choosing && (
        <PutOffDialog
          taskId={taskId}
          onClose={() => setChoosing(false)}
          onChoose={(until) => {
            setChoosing(false);
            onPutOff(until);
          }}
        />
      )}
    </>
  );
}
