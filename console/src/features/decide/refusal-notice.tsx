import { RotateCcw, X } from "lucide-react";
import { Suspense } from "react";
import { Trans, useTranslation } from "react-i18next";

import { editedOf, isEdited } from "@/api/subjects";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { NewerText } from "@/features/revise/lazy";
import { sayingOf } from "@/features/tasks/outcome-words";
import { OFFLINE, type Refusal } from "@/features/tasks/refusals";
import { isAway, useConnection } from "@/lib/connection";
import { formatTime } from "@/lib/dates";

import { useItemWork } from "./item-work";
import { LossNotice } from "./loss-notice";

interface Props {
  refusal: Refusal;
  /** Whether something typed stands below it. */
  kept: boolean;
}

const NAMED = ["task_taken", "lock_lost", "task_closed"] as const;
const PLAIN = [...NAMED, "stale_revision", "newer_message", "upload_unknown", "invalid", "too_many_held", "forbidden", "not_found", "not_ended", "unreachable", OFFLINE, "already_decided", "own_transcription", "busy"] as const;
type Named = (typeof NAMED)[number];
type Plain = (typeof PLAIN)[number];

/** Why something was not done, by name, where it was asked for. It stays until it is settled. */
export function RefusalNotice({ refusal, kept }: Props) {
  const { t } = useTranslation();
  const { task, actions } = useItemWork();
  const newer = editedOf(task.subject); // as it is now: where it is newer than what was decided on, the difference is shown
  const away = isAway(useConnection());
  const { deed, outcome, code, holder, since, endedBy, requestId } = refusal;
  const title = !outcome
    ? t(`work.refused.title.${deed ?? "claim"}`)
    : refusal.unanswered && code === "unreachable"
      ? t("work.refused.unanswered", { label: outcome.label })
      : t(`work.refused.title.${sayingOf(outcome.name)}`, { label: outcome.label });
  const known = isPlain(code);
  if (code === OFFLINE && !away) return null; // settled: it can be taken now

  return (
    <Notice tone="danger">
      <div className="row base">
        <p className="strong">{title}</p>
        <span className="end" />
        <IconButton icon={X} size="s" label={t("common.close")} onClick={actions.dismiss} />
      </div>
      <p>
        {holder && since && isNamed(code) ? (
          <Trans
            i18nKey={`work.refused.named.${code}`}
            values={{ name: holder.name, time: formatTime(since) }}
            components={{ name: <bdi className="strong" /> }}
          />
        ) : (
          (endedBy ? t(`work.refused.ended.${endedBy}`) : known ? t(`work.refused.reason.${code}`) : sayUnknown(null, t))
        )}{" "}
        {kept && t("work.refused.kept")} {!known && requestId && <span className="mono">{requestId}</span>}
      </p>
      {refusal.takenOver && <LossNotice loss={refusal.takenOver} />}
      {refusal.outdated !== null && isEdited(task.subject) && newer.revision > refusal.outdated && (
        <Suspense>
          <NewerText reviewId={newer.id} read={refusal.outdated} newest={newer.revision} />
        </Suspense>
      )}
      {refusal.unanswered && (
        <p className="row notice-actions">
          <Button size="s" icon={RotateCcw} busy={actions.sending !== null} onClick={() => actions.again(refusal)}>
            {t("common.tryAgain")}
          </Button>
        </p>
      )}
    </Notice>
  );
}

const isNamed = (code: string): code is Named => (NAMED as readonly string[]).includes(code);
const isPlain = (code: string): code is Plain => (PLAIN as readonly string[]).includes(code);
