import { AlarmClock, CalendarClock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuLine } from "@/components/ui/menu";
import { useNow } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";

import { presetsAt } from "./presets";
import { PutOffDialog } from "./put-off-dialog";

interface Props {
  busy: boolean;
  onPutOff: (until: Date) => void;
}

/** Puts the item off: no list and no `next` shows it before its time. */
export function PutOffMenu({ busy, onPutOff }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button size="s" tone="quiet" className="btn-icon" aria-label={t("work.putOff.label")} title={t("work.putOff.label")} disabled={busy}>
            <Icon of={AlarmClock} />
          </Button>
        }
      >
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
