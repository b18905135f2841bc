import { AlarmClock, StickyNote } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Person, TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { Lookers } from "@/components/desk/lookers";
import { HarmMark } from "@/components/desk/item-marks";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { kindOf } from "@/features/kinds/kinds";
import { useMe } from "@/features/session/use-me";
import { formatDateTime } from "@/lib/dates";
import { queueNamed, useDesk } from "@/lib/desk";
import { useMoment } from "@/lib/use-moment";
import { useTitles } from "@/lib/use-titles";

export interface RowProps {
  row: TaskRow;
  href: string;
  selected: boolean;
  seen: boolean;
  /** The current holder. */
  holder: Person | null;
  /** True for the one row that Tab focuses; arrow keys reach the others (roving tabindex). */
  stop: boolean;
  list: OfList;
}

/** Properties that are the same for all rows of a list. */
export interface OfList {
  /** Showing a row replaces the entry of the browser's history, so that Back skips it. */
  replace: boolean;
  /** Rows show their queue. */
  place: boolean;
  /** Called on Enter, which takes the item; a click only shows it. */
  onEnter: (taskId: number) => void;
  /** Shows another row if the key moves; returns false for other keys. */
  onStep: (key: string) => boolean;
}

/** An item as three lines of 20 px, rendered by its kind, with its clock, its queue and the people who have it open. */
export const QueueRow = memo(function QueueRow({ row, href, selected, seen, holder, stop, list }: RowProps) {
  const { t } = useTranslation();
  const { summary } = row;
  const titles = useTitles();
  const queue = queueNamed(useDesk(), row.queue);
  const { Row } = kindOf(summary);
  return (
    <Link
      className={seen ? "queue-row seen" : "queue-row"}
      to={href}
      replace={list.replace}
      aria-current={selected ? "true" : undefined}
      data-task={row.task_id}
      tabIndex={stop ? 0 : -1}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (event.key === "Enter") list.onEnter(row.task_id);
        else if (!list.onStep(event.key)) return;
        event.preventDefault();
      }}
    >
      <Row
        summary={summary}
        due={row.put_off ? <Until moment={row.put_off.until} /> : <Due createdAt={row.created_at} dueAt={row.due_at} queue={queue} />}
        marks={
          <>
            <HarmMark priority={row.priority} />
            {row.put_off && <PutOffBy person={row.put_off.by} />}
            {list.place && <span className="cut">{titles.queue(row.queue)}</span>}
            {row.assignment?.note && (
              <span className="flagged">
                <Icon of={StickyNote} />
                <span className="sr">{t("people.row.note")}</span>
              </span>
            )}
          </>
        }
        people={
          <span className="row-people">
            {/* the owner is shown already, so leave them out here */}
            <Lookers people={row.open_with.filter(({ id }) => id !== (holder ?? row.assigned_to)?.id)} />
            <Owner holder={holder} assignee={row.assigned_to} />
          </span>
        }
      />
    </Link>
  );
});

/** When a put-off item returns. It cannot be overdue before that. */
function Until({ moment }: { moment: string }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  return (
    <span className="sla" title={formatDateTime(moment)}>
      <Icon of={AlarmClock} />
      <bdi>{t("work.due.until", { moment: momentOf(moment) })}</bdi>
    </span>
  );
}

function PutOffBy({ person }: { person: Person | null }) {
  const { t } = useTranslation();
  const me = useMe().id;
  if (!person) return null;
  if (person.id === me) return <span className="meta">{t("work.row.putOffByMe")}</span>;
  const words = t("work.row.putOffBy", { name: person.name });
  return (
    <bdi className="meta cut" title={words}>
      {words}
    </bdi>
  );
}

interface OwnerProps {
  holder: Person | null;
  assignee: Person | null;
}

/** The holder of the item; without a holder, the assignee. */
function Owner({ holder, assignee }: OwnerProps) {
  const { t } = useTranslation();
  const me = useMe().id;
  const person = holder ?? assignee;
  if (!person) return null;
  const { id, name } = person;
  const mine = me === id;
  const words = holder
    ? t(mine ? "work.row.mine" : "work.row.held", { name })
    : t(mine ? "work.row.assignedToMe" : "work.row.assigned", { name });
  return (
    <span className="row-holder" title={words}>
      <Avatar name={name} me={mine} />
      <span className="sr">{words}</span>
    </span>
  );
}
