import type { TFunction } from "i18next";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { ApiError } from "@/api/error";
import type { BulkOutcome, BulkPreview, BulkQueue, BulkSelection } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { sayRefusal } from "@/components/desk/say-refusal";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { initialValues, readFields } from "@/features/form/fields";
import { OutcomeFields, SubmitOutcome } from "@/features/form/outcome-fields";
import { useFieldWords } from "@/features/form/use-field-words";
import { zodOf } from "@/features/form/zod-schema";
import { useMe } from "@/features/session/use-me";
import { formatNumber } from "@/lib/dates";
import { draftKey, type FormValues } from "@/lib/drafts";
import { paths } from "@/lib/paths";
import { useTitles } from "@/lib/use-titles";

import styles from "./bulk.module.css";
import { postBatch } from "./calls";
import { LetterPreview } from "./letter-preview";
import { NOTE } from "./order";
import type { Selected } from "./use-selected";

interface Props {
  queue: BulkQueue;
  outcome: BulkOutcome;
  selection: BulkSelection;
  preview: BulkPreview;
  /** The preview belongs to the previous selection; the new one is loading. */
  outdated: boolean;
  selected: Selected;
  /** Called if the matching items are no longer those of the preview. */
  onChanged: () => void;
}

const CHANGED = "preview_changed";
const REFUSALS = ["too_many_items", "no_items"] as const;

/** The outcome's form, a sentence that says what will happen, and the button that starts the batch. */
export function OrderForm({ queue, outcome, selection, preview, outdated, selected, onChanged }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Record<string, unknown> | null>(null);
  const { count, unseen, asked } = selected;
  const named = t("bulk.order.start", { label: outcome.label, count, number: formatNumber(count) });
  const start = useCommand({
    name: "start a batch",
    send: ({ [NOTE]: note, ...form }: Record<string, unknown>, key: string) =>
      postBatch({ ...selection, ...asked, form, note: typeof note === "string" ? note : "", previewed_at: preview.previewed_at, count }, key),
    refreshes: ["/api/bulk"],
    says: () => t("bulk.order.started"),
  });
  const words = useFieldWords();
  const fields = useMemo(() => [...readFields(outcome.form ?? {}), ...readFields({ properties: { [NOTE]: noteShape(t) } })], [outcome.form, t]);
  const blank = useMemo<FormValues>(() => initialValues(fields), [fields]);
  const form = useFormWithDraft<FormValues, Record<string, unknown>>({
    draft: draftKey(me.id, ["bulk", queue.queue, selection.kind, outcome.name].filter(Boolean).join(".")),
    blank,
    schema: useMemo(() => zodOf(fields, words), [fields, words]),
    refusal: start.refusal,
    places: useMemo(() => Object.fromEntries(fields.map(({ name }) => [name === NOTE ? "note" : `form.${name}`, name])), [fields]),
  });
  const code = start.refusal instanceof ApiError ? start.refusal.code : null;
  const known = REFUSALS.find((one) => one === code);

  const send = async (checked: Record<string, unknown>) => {
    const sent = await start.run(checked);
    if (sent.state === "refused" && sent.error instanceof ApiError && sent.error.code === CHANGED) onChanged();
    if (sent.state !== "done") return;
    form.discard();
    void navigate(paths.batch(sent.result));
  };
  const submit = async (checked: Record<string, unknown>) => {
    if (outdated || count === 0) return;
    if (count > preview.ask_above) setAsking(checked);
    else await send(checked);
  };
  return (
    <Form of={form} className={styles.decide ?? ""} label={t("bulk.order.title")} onSubmit={submit} ofPage>
      <div className="card-body stack">
        <OutcomeFields fields={fields} />
        {outcome.form?.["x-preview"] === "statement" && <LetterPreview outcome={outcome.name} sample={selected.rows} count={count} />}
        {count === 0 ? (
          <Notice tone="info">{t("bulk.order.none")}</Notice>
        ) : (
          <WhatWillHappen queue={queue} outcome={outcome} preview={preview} selected={selected} />
        )}
        {start.refusal !== null && (
          <Notice tone="danger" alert>
            {known ? t(`bulk.order.refused.${known}`) : (sayChanged(start.refusal, t) ?? sayRefusal(start.refusal, t))}
          </Notice>
        )}
      </div>
      <div className={`card-foot not-paper ${styles.run}`}>
        <SubmitOutcome tone={outcome.tone} label={named} busy={start.busy} disabled={outdated || count === 0} />
        {count > 0 && preview.held > 0 && <span className="soft">{t("bulk.order.heldNow", { count: preview.held, number: formatNumber(preview.held) })}</span>}
      </div>
      {asking && (
        <ConfirmDialog
          title={t("bulk.order.ask", { label: outcome.label, number: formatNumber(count) })}
          confirm={named}
          danger={outcome.tone === "danger"}
          onConfirm={async () => {
            await send(asking);
            return null; // the refusal is shown in the form
          }}
          onClose={() => setAsking(null)}
        >
          {[sayUnseen(unseen, t), t(outcome.undo ? "bulk.order.askText" : "bulk.order.askFinal")].filter(Boolean).join(" ")}
        </ConfirmDialog>
      )}
    </Form>
  );
}

/** In place of the button: what has to be chosen before anything is shown. */
export function NothingToOrder() {
  const { t } = useTranslation();
  const why = useId();
  return (
    <div className={`card-foot wrap not-paper ${styles.run}`}>
      <Button disabled aria-describedby={why}>
        {t("bulk.preview.label")}
      </Button>
      <p id={why} className={`meta ${styles.under}`}>
        {t("bulk.preview.choose")}
      </p>
    </div>
  );
}

const sayUnseen = (count: number, t: TFunction) => count > 0 && t("bulk.preview.unseen", { count, number: formatNumber(count) });

/** The reason, for people who read about the batch later. */
const noteShape = (t: TFunction) => ({ type: "string", title: t("bulk.order.note"), maxLength: 500, "x-widget": "textarea" });

/** How the matching items differ from the preview; null for another refusal. */
function sayChanged(refusal: unknown, t: TFunction): string | null {
  if (!(refusal instanceof ApiError) || refusal.code !== CHANGED || !refusal.preview) return null;
  const { previewed, same, arrived, changed } = refusal.preview;
  const said = [
    arrived > 0 && t("bulk.order.changed.arrived", { count: arrived }),
    changed > 0 && t("bulk.order.changed.changed", { count: changed }),
    previewed > same + changed && t("bulk.order.changed.gone", { count: previewed - same - changed }),
  ];
  return [t("bulk.order.changed.title"), ...said, t("bulk.order.changed.again")].filter(Boolean).join(" ");
}

type WillProps = Pick<Props, "queue" | "outcome" | "preview" | "selected">;

function WhatWillHappen({ queue, outcome, preview, selected: { count, unseen } }: WillProps) {
  const { t } = useTranslation();
  const titles = useTitles();
  const kind = queue.kinds.length > 1 ? titles.kind(outcome.kind) : null;
  const said = [
    t(queue.past ? "bulk.order.reopens" : "bulk.order.will", {
      label: outcome.label,
      count,
      number: formatNumber(count),
      queue: queue.title,
    }),
    sayUnseen(unseen, t),
    kind && t("bulk.order.ofKind", { kind }),
    outcome.writes && t("bulk.order.letters"),
    preview.confirmation && t(queue.past ? "bulk.order.confirmPast" : "bulk.order.confirm"),
    preview.held > 0 && t("bulk.order.held"),
    t(outcome.undo ? "bulk.order.back" : "bulk.order.final"),
  ];
  return <Notice tone={preview.confirmation || !outcome.undo ? "warning" : "info"}>{said.filter(Boolean).join(" ")}</Notice>;
}
