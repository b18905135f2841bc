import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import type { AddedEntry, BulkOutcome } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayRefusal } from "@/components/desk/say-refusal";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { CardFailed } from "@/components/ui/card-failed";
import { Notice } from "@/components/ui/notice";
import { initialValues, readFields } from "@/features/form/fields";
import { OutcomeFields, SubmitOutcome } from "@/features/form/outcome-fields";
import { useFieldWords } from "@/features/form/use-field-words";
import { zodOf } from "@/features/form/zod-schema";
import { useMe } from "@/features/session/use-me";
import { draftKey, type FormValues } from "@/lib/drafts";
import { paths } from "@/lib/paths";
import { useTitles } from "@/lib/use-titles";

import { INVESTIGATE, postBatch, type Sendable } from "./calls";

interface Props {
  entry: AddedEntry;
  /** Called once all batches are started. */
  onSent: () => void;
}

/** Sends the open reviews of the added person to investigation, with one batch of bulk moderation for each queue. */
export function ToInvestigation({ entry, onSent }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const queues = useQuery(read("/api/bulk/queues"));
  const [batches, setBatches] = useState<readonly Begun[]>([]);
  const { sendable } = entry.open_reviews;
  const rest = sendable.filter(({ queue }) => !batches.some((begun) => begun.queue === queue));
  const offered = queues.data?.find(({ queue }) => queue === sendable[0]?.queue)?.outcomes.find(({ name }) => name === INVESTIGATE);
  if (queues.isError)
    return <CardFailed id={id} title={t("blacklist.send.title")} onRetry={() => void queues.refetch()} retrying={queues.isFetching} />;
  return (
    <section className="stack-s" aria-labelledby={id}>
      <h3 id={id}>{t("blacklist.send.title")}</h3>
      {batches.length > 0 && <Batches begun={batches} />}
      {offered && rest.length > 0 && (
        <Order
          entry={entry}
          outcome={offered}
          queues={rest}
          onBegun={(begun) => {
            setBatches((before) => [...before, begun]);
            if (rest.length === 1) onSent();
          }}
        />
      )}
    </section>
  );
}

interface Begun {
  queue: string;
  number: number;
}

interface OrderProps {
  entry: AddedEntry;
  outcome: BulkOutcome;
  queues: readonly Sendable[];
  onBegun: (begun: Begun) => void;
}

/** The outcome's form, for the batches that are not started yet. */
function Order({ entry, outcome, queues, onBegun }: OrderProps) {
  const { t } = useTranslation();
  const titles = useTitles();
  const { run, refusal, busy } = useCommand({
    name: `investigate ${entry.id}`,
    send: ({ of, form }: { of: Sendable; form: Record<string, unknown> }, key) => postBatch(of, form, key),
    refreshes: ["/api/bulk"],
    done: (number, { of }) => onBegun({ queue: of.queue, number }),
  });
  const words = useFieldWords();
  const fields = useMemo(() => readFields(outcome.form ?? {}), [outcome.form]);
  const form = useFormWithDraft<FormValues, Record<string, unknown>>({
    draft: draftKey(useMe().id, `blacklist.${entry.id}.investigate`),
    blank: useMemo<FormValues>(() => initialValues(fields), [fields]),
    schema: useMemo(() => zodOf(fields, words), [fields, words]),
    refusal,
    places: useMemo(() => Object.fromEntries(fields.map(({ name }) => [`form.${name}`, name])), [fields]),
  });
  const submit = async (checked: Record<string, unknown>) => {
    for (const of of queues) if ((await run({ of, form: checked })).state !== "done") return;
    form.discard();
  };
  const count = queues.reduce((sum, { task_ids }) => sum + task_ids.length, 0);
  return (
    <Form of={form} className="stack-s" label={t("blacklist.send.title")} onSubmit={submit}>
      <p className="soft">
        {queues.map(({ queue, task_ids }) => t("blacklist.send.from", { number: task_ids.length, queue: titles.queue(queue) })).join(", ")}
      </p>
      <OutcomeFields fields={fields} />
      {refusal !== null && (
        <Notice tone="danger" alert>
          {sayRefusal(refusal, t)}
        </Notice>
      )}
      <div className="row">
        <SubmitOutcome tone={outcome.tone} label={t("blacklist.send.action", { count })} busy={busy} />
      </div>
    </Form>
  );
}

/** The started batches. The first one takes the focus, because the button that started it is gone. */
function Batches({ begun }: { begun: readonly Begun[] }) {
  const { t } = useTranslation();
  const titles = useTitles();
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Notice tone="success" alert>
      <p>{t("blacklist.send.begun")}</p>
      <ul>
        {begun.map(({ queue, number }, index) => (
          <li key={number}>
            <Link ref={index === 0 ? first : undefined} to={paths.batch(number)}>
              {t("blacklist.send.batch", { number, queue: titles.queue(queue) })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
