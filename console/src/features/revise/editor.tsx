import type { TFunction } from "i18next";
import { useDeferredValue, useEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { LineField, TextField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { lengthOf } from "@/lib/length";

import { Conflict } from "./conflict";
import { DiffOfWords } from "./diff-of-words";
import { changesOf, LINES, MAX_LENGTH, type ReviewWords, TEXTS, type Typed, type WordsField } from "./fields";
import { EDITOR_FORM, ReviseBar } from "./revise-bar";
import styles from "./revise.module.css";
import type { RevisionEdit } from "./use-revision";

const NEARLY_FULL = 0.9;

interface Props {
  edit: RevisionEdit;
  onType: () => void;
  /** The element for the save bar, in place of the outcomes. */
  bar: HTMLElement | null;
}

/** The specification's editor (section 3), in place of the text; the changes are shown as they are typed. */
export function Editor({ edit, onType, bar }: Props) {
  const { t } = useTranslation();
  const { words, read, reason, refusal, opened, stale } = edit;
  const shown = useDeferredValue(words);
  const form = useFormWithValues<Typed, Typed>({
    values: { ...words, reason },
    type: (typed) => {
      edit.type(typed);
      onType();
    },
    discard: edit.reset,
    schema: useMemo(() => schemaOf(read, t), [read, t]),
    refusal,
  });
  useEffect(() => {
    if (opened) document.getElementById(EDITOR_FORM)?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [opened, stale]);

  const hint = (name: Exclude<WordsField, "anonymous">) => {
    const length = lengthOf(words[name]);
    return length > MAX_LENGTH[name] * NEARLY_FULL ? `${length} / ${MAX_LENGTH[name]}` : undefined;
  };

  return (
    <Form
      id={EDITOR_FORM}
      of={form}
      className={`item-body ${styles.editor}`}
      label={t("revise.title")}
      onSubmit={edit.save}
      onClose={edit.close}
    >
      <div className="stack-s">
        <h3 className="outcome-title">{t("revise.title")}</h3>
        <p className="soft">{t("revise.law")}</p>
      </div>
      {stale ? (
        <Conflict edit={edit} />
      ) : (
        <>
          <div className="form form-2">
            {LINES.map((name) => (
              <div key={name} className={name === "title" ? "wide" : undefined}>
                <LineField name={name} label={t(`revise.fields.${name}`)} hint={hint(name)} />
              </div>
            ))}
            <label className={`check ${styles.anonymous}`}>
              <input type="checkbox" {...form.methods.register("anonymous")} />
              <span>
                {t("revise.fields.anonymous")} <span className="dim">{t("revise.anonymousHint")}</span>
              </span>
            </label>
            {TEXTS.map((name) => (
              <div key={name} className="wide">
                <TextField
                  name={name}
                  label={t(`revise.fields.${name}`)}
                  hint={hint(name)}
                  maxLength={null}
                  className={styles[name]}
                />
              </div>
            ))}
          </div>
          {edit.dirty && (
            <section className="stack-s">
              <h3 className="section-title">{t("revise.diff.title")}</h3>
              <DiffOfWords before={read} after={shown} />
            </section>
          )}
        </>
      )}
      {bar && createPortal(<ReviseBar edit={edit} />, bar)}
    </Form>
  );
}

type Limited = keyof typeof MAX_LENGTH;

/** The rules for saving an edited text; the server has the same ones. */
function schemaOf(read: ReviewWords, t: TFunction) {
  const words = (name: Limited) =>
    z.string().refine((text) => lengthOf(text) <= MAX_LENGTH[name], t("work.form.tooLong", { count: MAX_LENGTH[name] }));
  return z
    .object({
      title: words("title"),
      text: words("text"),
      constructive: words("constructive"),
      author_name: words("author_name"),
      business_name: words("business_name"),
      job_title: words("job_title"),
      anonymous: z.boolean(),
      reason: words("reason"),
    })
    .superRefine((typed: Typed, context) => {
      const refuse = (name: keyof Typed, message: string) => context.addIssue({ code: "custom", path: [name], message });
      if (!typed.text.trim() && !typed.constructive.trim()) refuse("text", t("revise.wordless"));
      if (Object.keys(changesOf(read, typed)).length === 0) refuse("reason", t("revise.nothing"));
      else if (!typed.reason.trim()) refuse("reason", t("revise.needsReason"));
    });
}
