import { ArrowRight, Ellipsis, Save, X } from "lucide-react";
import { type ReactNode, useId, useMemo } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { OutcomeChoice, TestimonialDetail } from "@/api/types";
import { sayRefusal } from "@/components/desk/say-refusal";
import { Form } from "@/components/form/form";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Key } from "@/components/ui/key";
import { Menu, MenuItem, MenuLine } from "@/components/ui/menu";
import { KeptDraft } from "@/features/drafts/kept-draft";
import { controlValues, initialValues, isBeside, readFields } from "@/features/form/fields";
import { OutcomeFields, SubmitOutcome } from "@/features/form/outcome-fields";
import { useFieldWords } from "@/features/form/use-field-words";
import { zodOf } from "@/features/form/zod-schema";
import { ConsentLine } from "@/features/transcription/record-consent";
import { TranscriptionFacts } from "@/features/transcription/transcription-facts";
import { shortcutOf, useFileKeys } from "@/features/transcription/use-file-keys";
import { useSaveTranscription } from "@/features/transcription/use-save-transcription";
import { UNREADABLE, useUnreadableKey } from "@/features/transcription/use-unreadable-key";
import type { FormValues } from "@/lib/drafts";
import { useDesk } from "@/lib/desk";
import { keepFocus } from "@/lib/keep-focus";
import { useAtLeast, useMedia } from "@/lib/use-media";

import { isOthers, useItemWork } from "./item-work";
import { useBlocked, WhyBlocked } from "./blocked";
import { useFormFocus } from "./use-form-focus";
import { useThing } from "./use-thing";

/** Outcomes that stand beside the one that is written, and their letters with Alt: the others are in the menu. */
const BESIDE: Readonly<Record<string, string | undefined>> = { reject: "j", backlog: "b", return: "t" };

/** The form of an outcome in the place of the decision bar, drawn from its JSON Schema. That of a reply: `Composer`. */
export function OutcomeForm({ outcome }: { outcome: OutcomeChoice }) {
  const { t } = useTranslation();
  const { task, lock, drafts, actions } = useItemWork();
  const { refusal, sending } = actions;
  const thing = useThing(task.subject.kind);
  const id = useId();
  const stored = drafts.draft.forms[outcome.name];
  const blocked = useBlocked()(outcome);
  const testimonial = task.subject.kind === "testimonial" && isBeside(outcome.form) ? task.subject : null;
  const off = isOthers(lock) || blocked !== null;
  const title = useFormTitle(outcome, thing);
  const rules = useDesk().review_rules;

  const words = useFieldWords();
  const medium = testimonial?.medium;
  const isCoarse = useMedia("(pointer: coarse)");
  const isTouch = !useAtLeast("sm") || isCoarse; // it has a button for the key
  const fields = useMemo(
    () =>
      readFields(outcome.form ?? {}).map((field) =>
        medium && field.subject === "text"
          ? {
              ...field,
              description: t(`testimonials.text.touch.${medium}`),
              hint: isTouch ? undefined : <Trans i18nKey={`testimonials.text.hint.${medium}`} components={{ key: <Key keys={`Alt ${UNREADABLE.toUpperCase()}`} /> }} />,
              counted: true,
            }
          : field,
      ),
    [outcome.form, medium, isTouch, t],
  );
  const blank = useMemo<FormValues>(() => initialValues(fields, task.subject), [fields, task.subject]);
  const form = useFormWithValues<FormValues, Record<string, unknown>>({
    values: { ...blank, ...controlValues(fields, stored?.values) },
    type: (values) => {
      const titles = Object.fromEntries(fields.map((field) => [field.name, field.title]));
      if (fields.some(({ name }) => values[name] !== blank[name]))
        drafts.store(outcome.name, { at: Date.now(), values, titles });
      else if (stored) drafts.discard(outcome.name);
      actions.type();
    },
    discard: () => drafts.discard(outcome.name),
    schema: useMemo(() => zodOf(fields, words), [fields, words]),
    refusal: refusal?.outcome?.name === outcome.name ? refusal : null,
  });

  const isMine = lock.kind === "mine";
  useFormFocus(id, { opened: actions.opened, held: isMine, first: isBeside(outcome.form) });
  const mark = useUnreadableKey(testimonial, id);
  const close = () => {
    keepFocus(document.activeElement?.closest<HTMLElement>("article"));
    // back to what is written beside the item, where another outcome was chosen there
    const written = testimonial ? undefined : task.outcomes.find(({ form: one }) => isBeside(one));
    drafts.open(isMine ? (written?.name ?? null) : null);
  };
  const submit = (checked: Record<string, unknown>) => {
    if (sending === null && !off) actions.submit(outcome, checked);
  };

  const send = <SubmitOutcome tone={outcome.tone} label={outcome.label} busy={sending === outcome.name} disabled={off} />;
  const why = <WhyBlocked outcomes={[outcome]} />;
  return (
    <Form
      id={id}
      of={form}
      className="outcome"
      label={title}
      onSubmit={submit}
      onClose={close}
      // the item beside it is worked on as well
      ofPage={isMine && isBeside(outcome.form)}
    >
      {!testimonial && (
        <h3 className="outcome-title">
          {title}
          {rules && outcome.form?.["x-preview"] === "statement" && (
            <a className="meta end" href={rules} target="_blank" rel="noreferrer noopener">
              {t("work.form.rules")}
            </a>
          )}
        </h3>
      )}
      {isTouch && medium && mark && (
        <Button size="s" tone="quiet" className="unreadable" onClick={mark}>
          {t(`testimonials.text.markAs.${medium}`)}
        </Button>
      )}
      <OutcomeFields fields={fields} />
      {testimonial ? (
        <>
          <ConsentLine testimonial={testimonial} isLacking={outcome.blocked === "no_consent"} />
          <TranscriptionFacts testimonial={testimonial} outcome={outcome} />
          <TranscriptionFoot
            outcome={outcome}
            testimonial={testimonial}
            send={send}
            why={why}
            values={() => form.methods.getValues()}
            onSaved={() => drafts.discard(outcome.name)}
            onClose={close}
          />
        </>
      ) : (
        <div className="row wrap">
          {send}
          <Button tone="quiet" hotkey="Esc" onClick={close}>
            {t("common.cancel")}
          </Button>
          {why}
          <span className="end" />
          <KeptDraft form={stored} />
        </div>
      )}
    </Form>
  );
}

interface FootProps {
  outcome: OutcomeChoice;
  testimonial: TestimonialDetail;
  /** What sends the form. */
  send: ReactNode;
  /** Why it cannot be sent. */
  why: ReactNode;
  /** What stands in the form. */
  values: () => FormValues;
  onSaved: () => void;
  onClose: () => void;
}

/** Below what is written of a testimonial: what sends it, and what else can become of the item. */
export function TranscriptionFoot({ outcome, testimonial, send, why, values, onSaved, onClose }: FootProps) {
  const { t } = useTranslation();
  const { task, lock, actions } = useItemWork();
  const { run, refusal } = useSaveTranscription(testimonial, onSaved);
  const off = isOthers(lock);
  const others = task.outcomes.filter(({ name }) => name !== outcome.name);
  const beside = others.flatMap((other) => {
    const key = BESIDE[other.name];
    return key === undefined ? [] : { other, key };
  });
  const rest = others.filter(({ name }) => BESIDE[name] === undefined);
  useFileKeys(beside.map(({ other, key }) => ({ key, label: other.label, run: () => actions.choose(other) })));
  return (
    <div className="row wrap transcription-foot">
      {send}
      {beside.map(({ other, key }) => (
        <Button
          key={other.name}
          hotkey={`Alt ${key.toUpperCase()}`}
          busy={actions.sending === other.name}
          aria-disabled={off || undefined}
          aria-description={other.about}
          aria-keyshortcuts={shortcutOf(key)}
          onClick={() => actions.choose(other)}
        >
          {other.label}
        </Button>
      ))}
      <Menu side="top" trigger={<IconButton icon={Ellipsis} tone="neutral" label={t("testimonials.text.more")} />}>
        {rest.map((other) => (
          <MenuItem key={other.name} icon={ArrowRight} onSelect={() => actions.choose(other)}>
            {other.label}
          </MenuItem>
        ))}
        {!off && (
          <MenuItem icon={Save} onSelect={() => void run(values())}>
            {t("testimonials.text.save")}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={X} hotkey="Esc" onSelect={onClose}>
          {t("testimonials.text.close")}
        </MenuItem>
      </Menu>
      {why}
      {refusal !== null && <span role="alert">{sayRefusal(refusal, t)}</span>}
    </div>
  );
}

/** "Reject this review"; of a label of several words, such as "Return to previous queue", the label alone. */
function useFormTitle({ name, label }: OutcomeChoice, thing: string): string {
  const { t } = useTranslation();
  if (name === "decline") return t("work.form.decline");
  return label.includes(" ") ? label : t("work.form.title", { label, thing });
}
