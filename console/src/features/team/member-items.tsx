import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Person, TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { titleOf } from "@/components/desk/use-move-items";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { isQueueName, queues } from "@/lib/queues";

import styles from "./team.module.css";
import { useItemsOf } from "./use-team";

interface Props {
  person: Person;
  isMe: boolean;
  selected: ReadonlyMap<number, TaskRow>;
  onToggle: (row: TaskRow) => void;
}

/** What one person has, to be selected and moved. */
export function MemberItems({ person, isMe, selected, onToggle }: Props) {
  const { t } = useTranslation();
  const items = useItemsOf(person.id, isMe);
  if (items.isError && !items.data)
    return (
      <LoadFailed
        title={t("work.list.failed")}
        error={items.error}
        onRetry={() => void items.refetch()}
        retrying={items.isFetching}
      />
    );
  if (!items.data)
    return (
      <div role="status" aria-label={t("common.loading")}>
        <Skeleton width="60%" />
      </div>
    );
  const rows = items.data.items;
  if (rows.length === 0) return <p className="dim">{t("people.team.nothing")}</p>;
  return (
    <ul className={styles.items} aria-label={t("people.team.itemsOf", { name: person.name })}>
      {rows.map((row) => (
        <Item key={row.task_id} row={row} checked={selected.has(row.task_id)} onToggle={() => onToggle(row)} />
      ))}
    </ul>
  );
}

interface ItemProps {
  row: TaskRow;
  checked: boolean;
  onToggle: () => void;
}

function Item({ row, checked, onToggle }: ItemProps) {
  const { t } = useTranslation();
  const title = titleOf(row) ?? t("work.item.untitled");
  const queue = isQueueName(row.queue) ? row.queue : null;
  return (
    <li className={styles.item}>
      <label className="check">
        <input
          type="checkbox"
          data-step
          data-task={row.task_id}
          aria-label={t("people.select.label", { title })}
          checked={checked}
          onChange={onToggle}
        />
      </label>
      <span className="cut">
        <Link
          className="plain"
          to={`${queue ? queues[queue].path : ""}?item=${row.task_id}`}
          dir="auto"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            if (!checked) onToggle(); // what is dragged is moved, with all that is selected
          }}
        >
          {title}
        </Link>
      </span>
      <span className="meta cut">{queue && t(`navigation.${queue}`)}</span>
      <span className="meta">{row.locked ? t("people.team.holds") : t("people.team.waits")}</span>
      <Due createdAt={row.created_at} dueAt={row.due_at} fires={row.queue === "queued"} />
    </li>
  );
}
