import { Trash2, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { BannedWord, BannedWordFields } from "@/api/types";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { LineField, SelectField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

import styles from "./banned-words.module.css";
import { ACTIONS, hasEndings, MODES, SEVERITIES } from "./choices";
import { entrySchema, type EntryValues, valuesOf } from "./entry-form";
import { LANGUAGES } from "./filters";
import { Trial } from "./trial";
import { type Tried, TryText } from "./try-text";
import { sayWordRefusal, useRetireWord, useSaveWord } from "./use-save-word";

interface Props {
  /** Null for a new entry. */
  word: BannedWord | null;
  tried: Tried;
  onClose: () => void;
}

/** One entry beside the list: its fields, a text to test it on, and a trial on stored reviews. */
export function EntryEditor({ word, tried, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const id = word?.id ?? null;
  const blank = useMemo(() => valuesOf(word), [word]);
  const schema = useMemo(() => entrySchema(t, id === null), [t, id]);
  const { run, refusal } = useSaveWord(id);
  const form = useFormWithDraft<EntryValues, BannedWordFields>({ draft: draftKey(me.id, `word ${id ?? "new"}`), blank, schema, refusal });
  const sentence = refusal === null ? null : sayWordRefusal(refusal, t);
  const save = async (fields: BannedWordFields, changed: Partial<BannedWordFields>) => {
    const sent = await run({ fields, changed });
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  const reset = () => {
    form.methods.setFocus("term"); // the pressed button is disabled now, so move the focus
    form.discard();
  };
  return (
    <section className="card" aria-label={word ? t("bannedWords.open", { term: word.action === "reject" ? t("bannedWords.masked") : word.term }) : t("bannedWords.editor.new")}>
      {/* outside the form: submitting its dialog would also submit the form */}
      <EditorHead word={word} onClose={onClose} />
      <Form of={form} className={styles.editor ?? ""} onSubmit={save} onClose={onClose}>
        {word !== null && word.stopped_at !== null && (
          <div className="card-body">
            <Notice tone="danger">{t("bannedWords.stoppedHint")}</Notice>
          </div>
        )}
        <div className="card-body form form-2">
          <EntryFields />
        </div>
        <TryEntry entryId={id} tried={tried} schema={schema} />
        {sentence && (
          <div className="card-body">
            <Notice tone="danger" alert>
              {sentence}
            </Notice>
          </div>
        )}
        <div className="card-foot">
          <Button type="submit" tone="primary" hotkey="Ctrl Enter" busy={form.methods.formState.isSubmitting}>
            {t("bannedWords.editor.save")}
          </Button>
          <Button tone="quiet" disabled={!form.isChanged} onClick={reset}>
            {t("bannedWords.editor.reset")}
          </Button>
          <span className="meta not-phone">{t("bannedWords.editor.soon")}</span>
        </div>
      </Form>
    </section>
  );
}

function EditorHead({ word, onClose }: Omit<Props, "tried">) {
  const { t } = useTranslation();
  const [retiring, setRetiring] = useState(false);
  return (
    <div className="card-head">
      <h2 className="cut">{word ? <bdi>{word.term}</bdi> : t("bannedWords.editor.new")}</h2>
      <span className="end" />
      {word && <IconButton icon={Trash2} label={t("bannedWords.editor.retire")} onClick={() => setRetiring(true)} />}
      <IconButton icon={X} label={t("bannedWords.editor.close")} onClick={onClose} />
      {word && retiring && <Retire id={word.id} onDone={onClose} onClose={() => setRetiring(false)} />}
    </div>
  );
}

function Retire({ id, onDone, onClose }: { id: number; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { run } = useRetireWord();
  const retire = async () => {
    const sent = await run(id);
    if (sent.state === "refused") return sayWordRefusal(sent.error, t);
    onDone();
    return null;
  };
  return (
    <ConfirmDialog title={t("bannedWords.editor.retireTitle")} confirm={t("bannedWords.editor.retire")} danger onConfirm={retire} onClose={onClose}>
      {t("bannedWords.editor.retireText")}
    </ConfirmDialog>
  );
}

function EntryFields() {
  const { t } = useTranslation();
  const { register } = useFormContext<EntryValues>();
  const mode = useWatch<EntryValues, "mode">({ name: "mode" });
  return (
    <>
      <div className="wide">
        <LineField
          name="term"
          label={t("bannedWords.editor.term")}
          hint={t(`bannedWords.editor.termHint.${mode === "pattern" ? "pattern" : "other"}`)}
          maxLength={200}
          autoFocus
        />
      </div>
      <div className={`wide ${styles.pair}`}>
        <Segments name="mode" label={t("bannedWords.editor.mode")} options={MODES.map((value) => ({ value, label: t(`bannedWords.modes.${value}`) }))} />
        <Segments name="action" label={t("bannedWords.editor.action")} options={ACTIONS.map((value) => ({ value, label: t(`bannedWords.actions.${value}`) }))} />
      </div>
      <SelectField name="severity" label={t("bannedWords.editor.severity")}>
        {SEVERITIES.map((level) => (
          <option key={level} value={level}>
            {t(`bannedWords.severities.s${level}`)}
          </option>
        ))}
      </SelectField>
      <SelectField name="language" label={t("bannedWords.editor.language")} hint={t("bannedWords.editor.languageHint")}>
        <option value="">{t("bannedWords.languages.any")}</option>
        {LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {t(`bannedWords.languages.${code}`)}
          </option>
        ))}
      </SelectField>
      <div className="wide">
        <LineField name="exceptions" label={t("bannedWords.editor.exceptions")} hint={t("bannedWords.editor.exceptionsHint")} />
      </div>
      <div className="wide">
        <LineField name="notes" label={t("bannedWords.editor.notes")} maxLength={500} />
      </div>
      {hasEndings(mode) && (
        <label className="check wide">
          <input type="checkbox" {...register("endings")} />
          <span>
            <strong>{t("bannedWords.editor.endings")}</strong> <span className="meta check-hint">{t("bannedWords.editor.endingsHint")}</span>
          </span>
        </label>
      )}
      <label className="check wide">
        <input type="checkbox" {...register("shadow")} />
        <span>
          <strong>{t("bannedWords.editor.shadow")}</strong> <span className="dim">{t("bannedWords.editor.shadowHint")}</span>
        </span>
      </label>
    </>
  );
}

interface SegmentsProps {
  name: "mode" | "action";
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A radio group whose options are all visible. */
function Segments({ name, label, options }: SegmentsProps) {
  const { register } = useFormContext<EntryValues>();
  return (
    <fieldset className="choice">
      <legend className="label">{label}</legend>
      <div className={`choice-options ${styles.segments}`}>
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input type="radio" value={option.value} {...register(name)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Tests the entry with the current values of the form. */
function TryEntry({ entryId, tried, schema }: { entryId: number | null; tried: Tried; schema: ReturnType<typeof entrySchema> }) {
  const values = useWatch<EntryValues>();
  const typed = JSON.stringify(values);
  const entry = useMemo(() => schema.safeParse(JSON.parse(typed)).data ?? null, [schema, typed]);
  return (
    <>
      <TryText entry={entry} entryId={entryId} tried={tried} />
      <Trial entry={entry} entryId={entryId} />
    </>
  );
}
