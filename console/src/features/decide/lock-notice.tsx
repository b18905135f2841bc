import { Trans, useTranslation } from "react-i18next";

import type { TakenOver } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { CANNOT_TAKE } from "@/features/claim/lock-bar";
import { CopyDraft } from "@/features/drafts/copy-draft";
import { isAway, useConnection } from "@/lib/connection";
import { formatTime } from "@/lib/dates";

import { useItemWork } from "./item-work";
import { LossNotice } from "./loss-notice";

interface Props {
  /** Who took it, and why, where the server has said so. */
  loss: TakenOver | null;
  /** Whether there is a text that is kept. */
  kept: boolean;
}

/** Shown when the lock was lost while typing: the draft is stored and can be used again. */
export function LockNotice({ loss, kept }: Props) {
  const { t } = useTranslation();
  const { lock, drafts, actions } = useItemWork();
  const away = isAway(useConnection());
  if (lock.kind !== "ended" && lock.kind !== "held" && lock.kind !== "assigned") return null;
  const name = lock.kind === "held" ? lock.by.name : lock.kind === "assigned" ? lock.to.name : "";
  const title =
    lock.kind === "ended"
      ? lock.at
        ? t("work.lock.endedAt", { time: formatTime(lock.at) })
        : t("work.lock.ended")
      : t(lock.kind === "held" && lock.lost ? "work.loss.taken" : "work.loss.notYours");

  return (
    <Notice tone="warning" alert={lock.kind !== "assigned"}>
      <p className="strong">{title}</p>
      {loss && <LossNotice loss={loss} />}
      <p>
        {lock.kind === "ended" ? (
          t(away ? "work.lock.awayHint" : "work.loss.free")
        ) : (
          <Trans
            i18nKey={lock.kind === "assigned" ? "work.loss.assigned" : "work.loss.held"}
            values={{ name, time: lock.kind === "held" && lock.since ? formatTime(lock.since) : "" }}
            components={{ name: <bdi className="strong" /> }}
          />
        )}{" "}
        {kept && t("work.refused.kept")}
      </p>
      <p className="row notice-actions">
        {lock.kind === "ended" && (
          <Button
            size="s"
            busy={actions.claiming}
            aria-disabled={away ? true : undefined}
            aria-describedby={away ? CANNOT_TAKE : undefined}
            onClick={actions.claim}
          >
            {t("work.lock.takeAgain")}
          </Button>
        )}
        {kept ? (
          <>
            {lock.kind !== "ended" && <CopyDraft draft={drafts.draft} />}
            <Button size="s" tone="quiet" onClick={() => drafts.discard()}>
              {t("work.draft.discard")}
            </Button>
          </>
        ) : (
          <Button size="s" tone="quiet" onClick={actions.forgetLoss}>
            {t("common.close")}
          </Button>
        )}
      </p>
    </Notice>
  );
}
