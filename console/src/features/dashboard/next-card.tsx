import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { companyOf, excerptOf, titleOf } from "@/api/subjects";
import type { QueueSummary, TaskRow } from "@/api/types";
import { Due } from "@/components/desk/due";
import { Stars } from "@/components/desk/stars";
import { Skeleton } from "@/components/ui/skeleton";
import { queueNamed, useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";

import styles from "./dashboard.module.css";
import { TakeNext } from "./take-next";
import { queueToStart } from "./use-take-next";

const LOOKED_AT = 20; // the next item is nearly always among the first 20 rows
const POLL_MS = 5_000; // lists poll every 5 s

/** The item that the server would serve next, with a button that takes it. */
export function NextCard({ queues }: { queues: readonly QueueSummary[] | undefined }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const titles = useTitles();
  const queue = queueToStart(queues ?? [], desk);
  const params = { path: { queue: queue ?? "" }, query: { limit: LOOKED_AT } };
  const { data } = useQuery({ ...read("/api/queues/{queue}/tasks", params), refetchInterval: POLL_MS, enabled: queue !== null });
  const next = data?.items.find(({ task_id }) => task_id === data.next_up[0]);
  const isWaiting = !queues || (queue !== null && !data);
  return (
    <section className={`card ${styles.next}`} aria-labelledby="next-title" aria-busy={isWaiting}>
      <div className="card-head">
        <h2 id="next-title">{t("dashboard.next.title")}</h2>
        {queue && <span className="meta">{titles.queue(queue)}</span>}
      </div>
      <div className={`card-body ${styles.nextBody}`}>
        {next ? (
          <Item row={next} />
        ) : isWaiting ? (
          <Skeleton width="60%" />
        ) : (
          <p className="dim">{t(data && data.next_up.length > 0 ? "dashboard.next.see" : "dashboard.next.none")}</p>
        )}
      </div>
      <div className="card-foot not-paper">
        <TakeNext queues={queues ?? []} />
      </div>
    </section>
  );
}

function Item({ row: { summary, created_at: createdAt, due_at: dueAt, queue } }: { row: TaskRow }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const rating = "rating" in summary && typeof summary.rating === "number" ? summary.rating : null;
  return (
    <>
      <p className="row">
        <bdi className="strong cut">{companyOf(summary)}</bdi>
        {rating !== null && <Stars rating={rating} />}
        <span className="end" />
        <Due createdAt={createdAt} dueAt={dueAt} queue={queueNamed(desk, queue)} />
      </p>
      <p className="strong cut" dir="auto">
        {titleOf(summary) ?? t("work.item.untitled")}
      </p>
      <p className={`soft ${styles.excerpt}`} dir="auto">
        {excerptOf(summary)}
      </p>
    </>
  );
}
