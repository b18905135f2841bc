import { useDeferredValue, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useFormKeys } from "@/components/form/use-form-keys";
import { Field } from "@/components/ui/field";
import { lengthOf } from "@/lib/length";

import { Conflict } from "./conflict";
import { DiffOfWords } from "./diff-of-words";
import { LINES, MAX_LENGTH, TEXTS, type WordsField } from "./fields";
import styles from "./revise.module.css";
import type { RevisionEdit } from "./use-revision";


export const EDITOR_FORM = "revise";
const NEARLY_FULL = 0.9;

interface Props {
  edit: RevisionEdit;
  onType: () => void;
}

/** The specification's editor (section 3), in the place of the text: what is changed is shown as it is typed. */
export function Editor({ edit, onType }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { words, read, problems, opened, stale } = edit;
  const shown = useDeferredValue(words);
  useFormKeys(form, { onSubmit: () => void edit.save(), onClose: edit.close });
  useEffect(() => {
    if (opened) form.current?.querySelector<HTMLTextAreaElement>("textarea")?.focus({ preventScroll: true });
  }, [opened, stale]);

  const bind = (name: Exclude<WordsField, "anonymous">) => ({
    value: words[name],
    dir: "auto" as const,
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => edit.type(name, target.value),
  });
  const hint = (name: Exclude<WordsField, "anonymous">) => {
    const length = lengthOf(words[name]);
    return length > MAX_LENGTH[name] * NEARLY_FULL ? `${length} / ${MAX_LENGTH[name]}` : undefined;
  };

  return (
    <form
      ref={form}
      id={EDITOR_FORM}
      className={`item-body ${styles.editor}`}
      aria-label={t("revise.title")}
      aria-busy={edit.isSaving}
      noValidate
      onInput={onType}
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save();
      }}
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
                <Field label={t(`revise.fields.${name}`)} hint={hint(name)} error={problems[name]}>
                  {(control) => <input className="input" {...control} {...bind(name)} />}
                </Field>
              </div>
            ))}
            <label className={`check ${styles.anonymous}`}>
              <input
                type="checkbox"
                checked={words.anonymous}
                onChange={({ target }) => edit.type("anonymous", target.checked)}
              />
              <span>
                {t("revise.fields.anonymous")} <span className="dim">{t("revise.anonymousHint")}</span>
              </span>
            </label>
            {TEXTS.map((name) => (
              <div key={name} className="wide">
                <Field label={t(`revise.fields.${name}`)} hint={hint(name)} error={problems[name]}>
                  {(control) => (
                    <textarea className={`textarea ${styles[name]}`} {...control} {...bind(name)} />
                  )}
                </Field>
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
    </form>
  );
}
