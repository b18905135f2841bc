import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Member, TaskRow } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatNumber, formatSpan } from "@/lib/dates";
import { useTitles } from "@/lib/use-titles";
import type { people } from "@/lib/words/en/people";

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
  const figures = figuresOf(member);
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
        <td className="n">{counted(member.held)}</td>
        <td className="n">{counted(member.assigned)}</td>
        {figures.map(({ name, value }) => (
          <td key={name} className="n not-phone">
            {value}
          </td>
        ))}
      </tr>
      {open && (
        <tr className={styles.opened}>
          <td colSpan={COLUMNS}>
            <Queues member={member} />
            <dl className={`facts ${styles.below}`}>
              {figures.map(({ name, value }) => (
                <div key={name} className={styles.fact}>
                  <dt>{t(`people.team.columns.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <MemberItems person={person} isMe={isMe} selected={selected} onToggle={onToggle} />
          </td>
        </tr>
      )}
    </>
  );
}

const NONE = <span className="dim">–</span>;

/** A nought is there, and says nothing: it is quiet. */
function counted(number: number): ReactNode {
  return number > 0 ? formatNumber(number) : <span className="dim">0</span>;
}

/** What does not fit beside a name on a phone, and stands below it there. */
function figuresOf(member: Member): { name: Exclude<keyof typeof people.team.columns, "held" | "assigned">; value: ReactNode }[] {
  const span = (seconds: number | null) => (seconds === null ? NONE : formatSpan(seconds));
  const { overdue, rejected_share: share } = member;
  return [
    { name: "overdue", value: overdue > 0 ? <span className="sla sla-over">{formatNumber(overdue)}</span> : counted(0) },
    { name: "oldest", value: member.oldest_at ? <Age at={member.oldest_at} /> : NONE },
    { name: "average", value: span(member.average_age_seconds) },
    { name: "today", value: counted(member.decided_today) },
    { name: "lately", value: counted(member.decided_lately) },
    { name: "median", value: span(member.median_seconds) },
    {
      name: "share",
      value: (
        <>
          {counted(member.skipped_today)} <span className="dim">/</span> {share === null ? NONE : `${Math.round(share * 100)}%`}
        </>
      ),
    },
  ];
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
      <span className={member.on_duty ? `badge badge-dot ${styles.duty} ${styles.on}` : `badge badge-dot hollow ${styles.duty}`}>
        {t(member.on_duty ? "people.duty.on" : "people.duty.off")}
      </span>
    </Button>
  );
}

/** How a person's work is spread over the queues. */
function Queues({ member: { queues } }: { member: Member }) {
  const { t } = useTranslation();
  const titles = useTitles();
  if (queues.length === 0) return null;
  return (
    <ul className={`row wrap ${styles.queues}`} aria-label={t("people.team.byQueue")}>
      {queues.map(({ queue, items, overdue }) => (
        <li key={queue} className="badge badge-line">
          {titles.queue(queue)} {formatNumber(items)}
          {overdue > 0 && <span className="sla-over">{t("people.figures.overdue", { count: overdue })}</span>}
        </li>
      ))}
    </ul>
  );
}
