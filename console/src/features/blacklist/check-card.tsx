import { Suspense, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { AddedEntry, BlacklistEntry } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useAtLeast } from "@/lib/use-media";

import styles from "./blacklist.module.css";
import { LIST, postCheck, postEntry } from "./calls";
import { Added } from "./lazy";
import { Free, Match } from "./results";

/** The state of the check. */
type Step =
  | { at: "ask" }
  | { at: "missing" }
  | { at: "failed"; error: unknown }
  | { at: "match"; entries: BlacklistEntry[] }
  | { at: "free" }
  | { at: "added"; entry: AddedEntry };

// no form shell: the card has two submit buttons and stores no draft
/**
 * Checks a person. If they are on the list, the entry can be removed; if not, they can be added, with notes. The input
 * is not stored as a draft: an address must not stay in the browser.
 */
export function CheckCard() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const hasKeyboard = useAtLeast("sm"); // on a phone the on-screen keyboard would cover the list
  useEffect(() => {
    if (hasKeyboard) input.current?.focus();
  }, [hasKeyboard]);
  const [value, setValue] = useState("");
  const [step, setStep] = useState<Step>({ at: "ask" });
  const title = useId();
  const refused = (error: unknown) => {
    const missing = error instanceof ApiError && error.status === 422;
    setStep(missing ? { at: "missing" } : { at: "failed", error });
    input.current?.focus();
  };
  const check = useCommand({
    name: "blacklist check",
    send: (text: string, key) => postCheck(text, key),
    done: ({ match, entries }) => setStep(match ? { at: "match", entries } : { at: "free" }),
    refused,
  });
  const add = useCommand({
    name: "blacklist add",
    send: (text: string, key) => postEntry(text, key),
    refreshes: LIST,
    done: (entry) => setStep({ at: "added", entry }),
    refused: async (error, text) => {
      if (error instanceof ApiError && error.code === "already_listed") await check.run(text);
      else refused(error);
    },
  });
  const busy = check.busy || add.busy;
  const send = (run: (text: string) => unknown) => {
    if (busy) return;
    if (value.trim()) void run(value.trim());
    else refused(new ApiError(422, { code: "invalid", message: "" }));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(check.run);
  };
  const begin = () => {
    setStep({ at: "ask" });
    setValue("");
    input.current?.focus();
  };
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("blacklist.check.title")}</h2>
      </div>
      <div className="card-body stack">
        <form className={styles.check} noValidate aria-busy={busy} onSubmit={submit}>
          <Field label={t("blacklist.check.label")} required hint={t("blacklist.check.hint")}>
            {(control) => (
              <input
                {...control}
                ref={input}
                className="input"
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                maxLength={254}
                aria-invalid={step.at === "missing" ? true : undefined}
                value={value}
                readOnly={busy}
                onChange={({ target }) => {
                  setValue(target.value);
                  setStep({ at: "ask" });
                }}
              />
            )}
          </Field>
          <div className="row">
            <Button type="submit" tone="primary" busy={check.busy} disabled={add.busy}>
              {t("blacklist.check.action")}
            </Button>
            <Button busy={add.busy} disabled={check.busy} onClick={() => send(add.run)}>
              {t("blacklist.check.add")}
            </Button>
          </div>
        </form>
        {step.at === "missing" && (
          <Notice tone="danger" alert>
            <strong>{t("blacklist.missing.title")}</strong> {t("blacklist.missing.text")}
          </Notice>
        )}
        {step.at === "failed" && (
          <Notice tone="danger" alert>
            {sayUnknown(step.error, t)}
          </Notice>
        )}
        {step.at === "match" && <Match entries={step.entries} onDone={begin} />}
        {step.at === "free" && <Free busy={add.busy} onAdd={() => send(add.run)} onDone={begin} />}
        {step.at === "added" && (
          <Suspense fallback={null}>
            <Added key={step.entry.id} entry={step.entry} onDone={begin} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
