import "@/features/bulk/words";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type TFunction } from "i18next";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { BatchDetail, BatchItem, BulkRequest } from "@/api/types";
import { refresh } from "@/api/queries";
import { useCommand } from "@/api/use-command";
import { sayRefusal } from "@/components/desk/say-refusal";
import { useSubmitKey } from "@/components/desk/use-submit-key";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { postBatch } from "@/features/bulk/calls";
import { finishedOf, isMoving } from "@/features/bulk/results-of";
import { sayReason } from "@/features/bulk/say-reason";
import { useBatch } from "@/features/bulk/use-batch";
import { LISTS } from "@/features/tasks/task-reads";
import { formatNumber } from "@/lib/dates";
import { notify } from "@/lib/notifications";
import { paths } from "@/lib/paths";

import { type OpenRow, resolution } from "./selected";

interface Props {
  rows: readonly OpenRow[];
  /** Called with the tickets that were resolved; the others stay selected. */
  onDone: (taskIds: number[]) => void;
  onClose: () => void;
}

// no form shell: the dialog has no fields, and stays open for the results
/** Resolves the selected tickets as one batch of bulk moderation, then says which were not resolved, and why. */
export function ResolveMany({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [asked] = useState(rows); // the tickets at the time of opening, even if some leave the list meanwhile
  const [batchId, setBatchId] = useState<number | null>(null);
  const count = asked.length;
  const { run, busy, refusal } = useCommand({
    name: "resolve tickets",
    send: (body: BulkRequest, key) => postBatch(body, key),
    refreshes: ["/api/bulk"],
  });
  const submit = async () => {
    if (batchId !== null) {
      onClose();
      return;
    }
    const sent = await run(resolution(asked));
    if (sent.state === "done") setBatchId(sent.result);
  };
  const form = useSubmitKey(() => void submit());
  const isNone = refusal instanceof ApiError && refusal.code === "no_items";
  // one dialog for question and results, so that the focus returns to the element that opened it
  return (
    <Dialog
      title={t("ticketList.resolve.title", { count })}
      description={batchId === null ? t("ticketList.resolve.text") : undefined}
      onClose={onClose}
      footer={
        batchId === null ? (
          <>
            <Button tone="quiet" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button tone="primary" type="submit" form={id} hotkey="Ctrl Enter" busy={busy}>
              {t("ticketList.resolve.action")}
            </Button>
          </>
        ) : (
          <>
            <Link className="dialog-note" to={paths.batch(batchId)}>
              {t("ticketList.resolve.batch")}
            </Link>
            <Button tone="primary" type="submit" form={id} hotkey="Ctrl Enter">
              {t("ticketList.resolve.close")}
            </Button>
          </>
        )
      }
    >
      <form
        ref={form}
        id={id}
        tabIndex={-1}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {refusal !== null && (
          <Notice tone="danger" alert>
            {isNone ? t("ticketList.resolve.none") : sayRefusal(refusal, t)}
          </Notice>
        )}
        {batchId !== null && <Outcome rows={asked} batchId={batchId} onDone={onDone} onClose={onClose} />}
      </form>
    </Dialog>
  );
}

interface OutcomeProps extends Props {
  batchId: number;
}

/**
 * The progress of the batch, and the tickets that were not resolved. The batch continues if the dialog is closed. If
 * all are resolved, the dialog closes itself.
 */
function Outcome({ rows, batchId, onDone, onClose }: OutcomeProps) {
  const { t } = useTranslation();
  const { data: batch, isError } = useBatch(batchId);
  const items = useItems(batch);
  const isOver = batch !== undefined && !isMoving(batch) && items.data !== undefined && !items.isPlaceholderData;
  const open = items.data?.filter(({ result }) => result !== "done");

  const tellDone = useEffectEvent((done: readonly BatchItem[]) => onDone(done.map(({ task_id: id }) => id)));
  const client = useQueryClient();
  useEffect(() => {
    if (!items.data) return;
    tellDone(items.data.filter(({ result }) => result === "done"));
    void refresh(client, "/api/tickets", ...LISTS);
  }, [items.data, client]);
  const end = useEffectEvent(() => {
    notify(t("ticketList.resolve.allDone", { count: rows.length }));
    onClose();
  });
  const isAllDone = isOver && open?.length === 0;
  useEffect(() => {
    if (isAllDone) end();
  }, [isAllDone]);

  const said = open?.filter(({ code }) => code !== "") ?? [];
  return (
    <div className="stack-s">
      {(isError || items.isError) && <Notice tone="danger">{t("ticketList.resolve.failed")}</Notice>}
      <p role="status">{batch && sayProgress(batch, t)}</p>
      {batch && said.length > 0 && (
        <ul className="refused-items">
          {said.map((item) => (
            <li key={item.id} dir="auto">
              {t("ticketList.resolve.item", { title: titleIn(rows, item), why: sayWhy(item, batch, t) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sayProgress(batch: BatchDetail, t: TFunction): string {
  if (isMoving(batch)) return t("ticketList.resolve.running", { done: formatNumber(finishedOf(batch)), total: formatNumber(batch.total) });
  return t("ticketList.resolve.partly", { count: batch.total - batch.done, done: formatNumber(batch.done) });
}

function sayWhy({ code, holder, result }: BatchItem, batch: BatchDetail, t: TFunction): string {
  const why = sayReason(code, t, { holder, owner: batch.by });
  return result === "waiting" ? t("ticketList.resolve.again", { why }) : why;
}

const titleIn = (rows: readonly OpenRow[], item: BatchItem): string =>
  rows.find(({ task_id: id }) => id === item.task_id)?.subject ?? (item.title || `#${item.task_id}`);

/** The results of all items of a batch, refetched whenever one arrives. */
function useItems(batch: BatchDetail | undefined) {
  const version = batch && [batch.state, batch.done, batch.skipped, batch.failed, batch.waiting].join(" ");
  return useQuery({
    queryKey: ["/api/bulk/{batch_id}/items", batch?.id, "all", version],
    queryFn: async ({ signal }) => {
      const found: BatchItem[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: { cursor?: string } = cursor ? { cursor } : {};
        const page: { items: BatchItem[]; next_cursor: string | null } = await answer(
          api.GET("/api/bulk/{batch_id}/items", { params: { path: { batch_id: batch?.id ?? 0 }, query }, signal }),
        );
        found.push(...page.items);
        cursor = page.next_cursor;
      }
      return found;
    },
    enabled: batch !== undefined,
    placeholderData: (before) => before,
  });
}
