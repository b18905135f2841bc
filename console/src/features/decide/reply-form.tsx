import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { versionOf } from "@/api/subjects";
import type { OutcomeChoice } from "@/api/types";
import { Form } from "@/components/form/form";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { filesOf, initialValues, isReply, peopleOf, readFields } from "@/features/form/fields";
import { SubmitOutcome } from "@/features/form/outcome-fields";
import { useFieldWords } from "@/features/form/use-field-words";
import { zodOf } from "@/features/form/zod-schema";
import { readFiles } from "@/features/reply/files";
import { readPeople } from "@/features/reply/people";
import { unfilledIn } from "@/features/reply/placeholders";
import { ReplyFields } from "@/features/reply/reply-fields";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import type { FormValues } from "@/lib/drafts";
import { keepFocus } from "@/lib/keep-focus";

import styles from "./composer.module.css";
import { isFree, isOthers, useItemWork } from "./item-work";
import { useFormFocus } from "./use-form-focus";

interface Props {
  outcome: OutcomeChoice;
  /** How often somebody has asked for it by its key; 0 where they have come another way. */
  opened: number;
  /** Where what can be put into it is offered. */
  tools: HTMLElement | null;
}

/**
 * A reply to a client, always open at the foot of its conversation. All outcomes that send one share what is typed, and
 * each has its button; the others stand before them.
 */
export function ReplyForm({ outcome, opened, tools }: Props) {
  const { t } = useTranslation();
  const { task, lock, drafts, actions } = useItemWork();
  const { refusal, sending } = actions;
  const id = useId();
  const [read] = useState(() => versionOf(task.subject));
  const replies = task.outcomes.filter(isReply);
  const place = replies[0]?.name ?? outcome.name; // where the draft is
  const stored = drafts.draft.forms[place];
  const off = isOthers(lock);

  const words = useFieldWords();
  const fields = useMemo(() => readFields(outcome.form ?? {}), [outcome.form]);
  const names = { text: fields[0]?.name ?? "", files: filesOf(outcome.form ?? {}) ?? "" };
  const people = useMemo(() => peopleOf(outcome.form ?? {}), [outcome.form]);
  const blank = useMemo<FormValues>(
    () => ({ ...initialValues(fields), [names.files]: "", ...Object.fromEntries(people.map((name) => [name, ""])) }),
    [fields, names.files, people],
  );
  const form = useFormWithValues<FormValues, Record<string, unknown>>({
    values: { ...blank, ...stored?.values },
    type: (values) => {
      const titles = {
        [names.text]: fields[0]?.title ?? "",
        [names.files]: t("conversation.files.title"),
        ...Object.fromEntries(people.map((name, place) => [name, t(place === 0 ? "conversation.reply.leftOut" : "conversation.reply.added")])),
      };
      if (Object.keys(blank).some((name) => values[name] !== blank[name])) drafts.store(place, { at: Date.now(), values, titles });
      else if (stored) drafts.discard(place);
      actions.type();
    },
    discard: () => drafts.discard(place),
    schema: useMemo(() => zodOf(fields, words), [fields, words]),
    refusal: replies.some(({ name }) => name === refusal?.outcome?.name) ? refusal : null,
  });

  const isOpen = drafts.draft.open !== null;
  useFormFocus(id, { opened: isOpen ? opened : 0, held: isOpen && lock.kind === "mine" });
  const close = () => {
    keepFocus(document.activeElement?.closest<HTMLElement>("article"));
    drafts.open(null);
  };
  const submit = (how: OutcomeChoice) => (checked: Record<string, unknown>) => {
    if (sending !== null || off) return;
    const open = unfilledIn(String(form.methods.getValues(names.text)));
    if (open.length > 0) {
      const placeholders = open.map(({ text }) => text).join(", ");
      form.methods.setError(names.text, { message: t("conversation.reply.unfilled", { placeholders }) }, { shouldFocus: true });
      return;
    }
    const files = readFiles(form.methods.getValues(names.files)).map((file) => file.id);
    const chosen = people.map((name) => [name, readPeople(form.methods.getValues(name))] as const).filter(([, keys]) => keys.length > 0);
    actions.submit(how, { ...checked, ...(files.length > 0 && { [names.files]: files }), ...Object.fromEntries(chosen) });
  };

  const { subject } = task;
  return (
    <Form id={id} of={form} className={styles.reply ?? ""} label={t("conversation.kind.staff")} onSubmit={submit(outcome)} onClose={close}>
      {subject.kind === "ticket" && (
        <ReplyFields ticket={subject} read={read} names={names} people={people} tools={task.harm ? null : tools} canned={!task.harm} free={isFree(lock)}>
          {stored && (
            <span className="meta" title={t("work.draft.kept", { time: formatMoment(clock.fromLocal(stored.at), clock.now()) })}>
              {t("work.draft.keptShort")}
            </span>
          )}
          {replies
            .filter(({ name }) => name !== outcome.name)
            .map((other) => (
              <Button
                key={other.name}
                busy={sending === other.name}
                disabled={off}
                onClick={() => void form.methods.handleSubmit(submit(other))()}
              >
                {other.label}
              </Button>
            ))}
          <SubmitOutcome tone={outcome.tone} filled={!actions.isCautious && String(stored?.values[names.text] ?? "").trim() !== ""} label={outcome.label} busy={sending === outcome.name} disabled={off} />
        </ReplyFields>
      )}
    </Form>
  );
}
