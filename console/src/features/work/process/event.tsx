import { Check, Clock, Download, Eye, type LucideIcon, Pencil, Undo2 } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import type { HistoryEntry } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { formatTime } from "@/lib/dates";

import { useMe } from "../lock/use-lock";
import { taleOf } from "./told";

const ICONS: Record<string, LucideIcon> = {
  start: Download,
  claim: Eye,
  release: Undo2,
  expire: Clock,
  fire: Clock,
  decide: Check,
};

/** One entry of the history as a sentence, with the reason that was given. */
export function Event({ entry, source }: { entry: HistoryEntry; source: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const who = entry.actor ? (entry.actor.id === me.id ? t("work.timeline.you") : entry.actor.name) : t("work.timeline.nobody");
  const { reason_title: title, reason: code } = entry.data;
  const reason = typeof title === "string" ? title : typeof code === "string" ? code : null;
  return (
    <li className="event">
      <span className="mark">
        <Icon of={ICONS[entry.action] ?? Pencil} />
      </span>
      <p>
        <bdi>
          <Trans
            i18nKey={`work.timeline.${taleOf(entry)}`}
            values={{ who, source, label: entry.label, step: entry.to_title, action: entry.action }}
            components={{ b: <bdi className="strong" /> }}
          />
        </bdi>
      </p>
      <time className="meta" dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      {(reason ?? entry.text) && (
        <div className="why">
          {reason && <p className="strong">{t("work.timeline.reason", { reason })}</p>}
          {entry.text && <p dir="auto">{entry.text}</p>}
        </div>
      )}
    </li>
  );
}
