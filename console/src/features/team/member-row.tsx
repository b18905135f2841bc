import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Member, TaskRow } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatNumber, formatSpan } from "@/lib/dates";

import { MemberItems } from "./member-items";
import styles from "./team.module.css";
import { useDuty } from "./use-duty";

interface Props {
  member: Member;
  isMe: boolean;
  selected: ReadonlyMap<number, TaskRow>;
  onToggle: (row: TaskRow) => void;
  /** What is dragged was let go over this person. */
  onDrop: () => void;
}

const COLUMNS = 11;

/** One person: who, on duty or not, how much, how old, how fast; below it, when opened, what they have. */
export function MemberRow({ member, isMe, selected, onToggle, onDrop }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState(false);
  const { person, on_duty: onDuty } = member;
  const items = member.held + member.assigned;
  return (
    <>
      <tr
        className={over ? styles.over : undefined}
        onDragOver={(event) => {
          if (selected.size === 0 || !onDuty) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onDrop();
        }}
      >
        <th scope="row">
          <button
            type="button"
            className={styles.person}
            data-step
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon of={open ? ChevronDown : ChevronRight} flip={!open} />
            <Avatar name={person.name} me={isMe} />
            <bdi className="cut">{isMe ? t("people.picker.me", { name: person.name }) : person.name}</bdi>
          </button>
        </th>
        <td>
          <DutySwitch member={member} />
        </td>
        <td className="n">{formatNumber(member.held)}</td>
        <td className="n">{formatNumber(member.assigned)}</td>
        <td className="n">{member.overdue > 0 ? <span className="sla sla-over">{formatNumber(member.overdue)}</span> : 0}</td>
        <td className="n">{member.oldest_at ? <Age at={member.oldest_at} /> : "–"}</td>
        <td className="n">{items > 0 && member.average_age_seconds !== null ? formatSpan(member.average_age_seconds) : "–"}</td>
        <td className="n">{formatNumber(member.decided_today)}</td>
        <td className="n">{formatNumber(member.decided_lately)}</td>
        <td className="n">{member.median_seconds === null ? "–" : formatSpan(member.median_seconds)}</td>
        <td className="n">
          {formatNumber(member.skipped_today)}
          <span className="dim"> / </span>
          {member.rejected_share === null ? "–" : `${Math.round(member.rejected_share * 100)} %`}
        </td>
      </tr>
      {open && (
        <tr className={styles.opened}>
          <td colSpan={COLUMNS}>
            <Queues member={member} />
            <MemberItems person={person} isMe={isMe} selected={selected} onToggle={onToggle} />
          </td>
        </tr>
      )}
    </>
  );
}

function DutySwitch({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { busy, toggle } = useDuty(member);
  return (
    <Button
      size="s"
      tone="quiet"
      role="switch"
      aria-checked={member.on_duty}
      aria-label={t("people.duty.of", { name: member.person.name })}
      busy={busy}
      onClick={toggle}
    >
      <span className={member.on_duty ? `badge badge-dot ${styles.on}` : "badge badge-dot hollow"}>
        {t(member.on_duty ? "people.duty.on" : "people.duty.off")}
      </span>
    </Button>
  );
}

/** How a person's work is spread over the queues. */
function Queues({ member: { queues } }: { member: Member }) {
  const { t } = useTranslation();
  if (queues.length === 0) return null;
  return (
    <ul className={`row wrap ${styles.queues}`} aria-label={t("people.team.byQueue")}>
      {queues.map(({ queue, items, overdue }) => (
        <li key={queue} className="badge badge-line">
          {t(`navigation.${queue as "pending"}`)} {formatNumber(items)}
          {overdue > 0 && <span className="sla-over">{t("people.figures.overdue", { count: overdue })}</span>}
        </li>
      ))}
    </ul>
  );
}
