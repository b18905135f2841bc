import { useQuery } from "@tanstack/react-query";
import { type TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { BatchDetail } from "@/api/types";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { formatNumber } from "@/lib/dates";

import { isHeldUp } from "./results-of";
import { sayReason } from "./say-reason";
import { useBatchVerb } from "./use-batch";

type Asked = "cancel" | "rollback";

/** The actions that this person may take on a batch in its current state. */
export function BatchActions({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const me = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const stopped = batch.state === "stopped";
  const retry = useBatchVerb(batch.id, "retry", t(stopped ? "bulk.batch.goesOn" : "bulk.batch.retried"));
  const { state, skipped, done } = batch;
  const isOwn = batch.by.id === me.id;
  const canRetry = state === "done" && skipped > 0;
  const canRollBack = (["done", "cancelled", "rolled_back"].includes(state) || isHeldUp(batch)) && batch.undo && done > 0;
  const close = () => setAsked(null);
  return (
    <>
      <div className="row wrap">
        {isOwn && canRetry && (
          <Button tone="primary" busy={retry.busy} onClick={() => void retry.act().then(setRefused)}>
            {t("bulk.batch.retry", { count: skipped, number: formatNumber(skipped) })}
          </Button>
        )}
        {isOwn && stopped && (
          <Button tone="primary" busy={retry.busy} onClick={() => void retry.act().then(setRefused)}>
            {t("bulk.batch.goOn")}
          </Button>
        )}
        {isOwn && canRollBack && <Button onClick={() => setAsked("rollback")}>{t("bulk.batch.rollback")}</Button>}
        {(["confirming", "waiting", "running"].includes(state) || (stopped && batch.waiting > 0 && batch.cancelled_by === null)) && (
          <Button onClick={() => setAsked("cancel")}>{t("bulk.batch.cancel")}</Button>
        )}
      </div>
      {state === "confirming" && isOwn && <p className="soft">{t("bulk.batch.ownConfirm")}</p>}
      {!isOwn && (canRetry || canRollBack) && <p className="soft">{t("bulk.batch.onlyOwner", { name: batch.by.name })}</p>}
      {refused && (
        <Notice tone="danger" alert>
          {refused}
        </Notice>
      )}
      {asked === "cancel" && <AskCancel batch={batch} onClose={close} />}
      {asked === "rollback" && <AskRollback batch={batch} onClose={close} />}
    </>
  );
}

interface DialogProps {
  batch: BatchDetail;
  onClose: () => void;
}

function AskCancel({ batch, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { act } = useBatchVerb(batch.id, "cancel", t("bulk.batch.cancelledToast"));
  return (
    <ConfirmDialog title={t("bulk.batch.cancel")} confirm={t("bulk.batch.cancel")} danger onConfirm={() => act()} onClose={onClose}>
      {t(batch.undo ? "bulk.batch.cancelTextUndo" : "bulk.batch.cancelText")}
    </ConfirmDialog>
  );
}

/** Asks before a rollback; counts and names the items that cannot be rolled back. */
function AskRollback({ batch, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { act } = useBatchVerb(batch.id, "rollback", t("bulk.batch.rolledBack"));
  const preview = useQuery({ ...read("/api/bulk/{batch_id}/rollback", { path: { batch_id: batch.id } }), gcTime: 0, staleTime: 0 });
  const said = preview.isError ? t("bulk.batch.failed") : preview.data ? sayRollback(preview.data, batch, t) : t("common.loading");
  const onConfirm = () => (preview.data?.possible ? act() : Promise.resolve(t("bulk.batch.rollbackNone")));
  return (
    <ConfirmDialog title={t("bulk.batch.rollbackTitle")} confirm={t("bulk.batch.rollback")} danger onConfirm={onConfirm} onClose={onClose}>
      {isHeldUp(batch) ? `${said} ${t("bulk.batch.rollbackCancels")}` : said}
    </ConfirmDialog>
  );
}

interface Preview {
  possible: number;
  refused: readonly { code: string; count: number }[];
}

function sayRollback({ possible, refused }: Preview, { by }: BatchDetail, t: TFunction): string {
  const can =
    possible > 0 ? t("bulk.batch.rollbackCan", { count: possible, number: formatNumber(possible) }) : t("bulk.batch.rollbackNone");
  const cannot = refused.map(({ code, count }) =>
    t("bulk.batch.rollbackCannot", { count, number: formatNumber(count), why: sayReason(code, t, { owner: by }) }),
  );
  return [can, ...cannot].join(" ");
}
