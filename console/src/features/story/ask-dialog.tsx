import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { KeptLine } from "@/components/desk/kept-line";
import { GROUNDS, type Ground } from "@/components/desk/use-ground";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { useFormKeys } from "@/features/form/use-form-keys";
import { useMe } from "@/features/lock/use-lock";
import { postRequest } from "@/features/subject/story-calls";
import { draftKey } from "@/lib/drafts";
import { notify } from "@/lib/notifications";
import { useTyped } from "@/lib/use-typed";

interface Props {
  reviewId: number;
  onClose: () => void;
}

const EMPTY = { ground: "", facts: "", name: "", role: "", email: "", goodFaith: false };
const LONGEST = { facts: 5_000, line: 300, email: 254 }; // the server's
/** Where the server's sentences about a field belong. */
const PLACES: Record<string, keyof typeof EMPTY> = {
  ground: "ground",
  facts: "facts",
  good_faith: "goodFaith",
  "contact.name": "name",
  "contact.role": "role",
  "contact.email": "email",
};
const REFUSALS = ["not_published", "too_many_requests", "request_open", "not_found", "invalid"] as const;

type Values = typeof EMPTY;
type Problems = Partial<Record<keyof Values, string>>;

/** Enters what somebody asks about a published review: on which ground, why, and who they are. */
export function AskDialog({ reviewId, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { values, foundAt, type, discard } = useTyped(draftKey(useMe().id, `restrict.${reviewId}`), EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<(typeof REFUSALS)[number] | "other" | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const missing = missingOf(values, t("restrictions.ask.missing"), t("restrictions.ask.missingFaith"));
    setProblems(missing);
    setRefusal(null);
    if (Object.keys(missing).length > 0) {
      form.current?.querySelector<HTMLElement>(`[name=${Object.keys(missing)[0]}]`)?.focus();
      return;
    }
    const { ground, facts, name, email, role } = values;
    const asking = { ground: ground as Ground, facts, contact: { name, email, role } };
    const intent = `restrict ${reviewId} ${JSON.stringify(asking)}`;
    setBusy(true);
    try {
      await withTries(() => postRequest(reviewId, asking, keyOf(intent)), isPassing);
      settle(intent);
      for (const key of ["story", "tasks", "queues"]) void client.invalidateQueries({ queryKey: [key] });
      notify(t("restrictions.ask.done"));
      discard();
      onClose();
    } catch (error) {
      if (!isPassing(error)) settle(intent);
      setBusy(false);
      setRefusal(refusalOf(error));
      if (error instanceof ApiError) setProblems(placed(error.fields));
    }
  };

  const text = (name: "name" | "role" | "email", hint?: string) => (
    <Field label={t(`restrictions.ask.${name}`)} hint={hint} error={problems[name]}>
      {(control) => (
        <input
          {...control}
          className="input"
          name={name}
          type={name === "email" ? "email" : "text"}
          dir={name === "email" ? "ltr" : "auto"}
          maxLength={name === "email" ? LONGEST.email : LONGEST.line}
          value={values[name]}
          onChange={(event) => type({ [name]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <Dialog
      wide
      onClose={onClose}
      title={t("restrictions.ask.title")}
      description={t("restrictions.ask.text")}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={formId} hotkey="Ctrl Enter" busy={busy}>
            {t("restrictions.ask.send")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className="form form-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormKeys form={form} onSubmit={() => void (busy || submit())} onClose={onClose} />
        {refusal && (
          <div className="wide">
            <Notice tone="danger" alert>
              {t(`restrictions.ask.refused.${refusal}`)}
            </Notice>
          </div>
        )}
        {foundAt !== null && (
          <div className="wide">
            <KeptLine at={foundAt} onDiscard={discard} />
          </div>
        )}
        <Field label={t("restrictions.ask.ground")} error={problems.ground}>
          {(control) => (
            <select
              {...control}
              className="select"
              name="ground"
              autoFocus
              value={values.ground}
              onChange={(event) => type({ ground: event.target.value })}
            >
              <option value="">{t("work.form.choose")}</option>
              {GROUNDS.map((ground) => (
                <option key={ground} value={ground}>
                  {t(`restrictions.grounds.${ground}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text("role", t("restrictions.ask.roleHint"))}
        {text("name")}
        {text("email")}
        <div className="wide">
          <Field label={t("restrictions.ask.facts")} hint={t("restrictions.ask.factsHint")} error={problems.facts}>
            {(control) => (
              <textarea
                {...control}
                className="textarea"
                name="facts"
                rows={4}
                dir="auto"
                maxLength={LONGEST.facts}
                value={values.facts}
                onChange={(event) => type({ facts: event.target.value })}
              />
            )}
          </Field>
        </div>
        <GoodFaith checked={values.goodFaith} problem={problems.goodFaith} onChange={(goodFaith) => type({ goodFaith })} />
      </form>
    </Dialog>
  );
}

/** Inside the form, which a dialog mounts later than itself: its keys are heard from then on. */
function FormKeys({ form, ...handlers }: { form: RefObject<HTMLFormElement | null>; onSubmit: () => void; onClose: () => void }) {
  useFormKeys(form, handlers);
  return null;
}

function GoodFaith(props: { checked: boolean; problem: string | undefined; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="wide field">
      <label className="check">
        <input
          type="checkbox"
          name="goodFaith"
          checked={props.checked}
          aria-invalid={props.problem ? true : undefined}
          aria-describedby={props.problem ? id : undefined}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span>{t("restrictions.ask.goodFaith")}</span>
      </label>
      {props.problem && (
        <p className="error" id={id}>
          {props.problem}
        </p>
      )}
    </div>
  );
}

function missingOf(values: Values, blank: string, faith: string): Problems {
  const missing: Problems = {};
  for (const name of ["ground", "role", "name", "email", "facts"] as const) if (!values[name].trim()) missing[name] = blank;
  if (!values.goodFaith) missing.goodFaith = faith;
  return missing;
}

function refusalOf(error: unknown): (typeof REFUSALS)[number] | "other" {
  return error instanceof ApiError ? (REFUSALS.find((code) => code === error.code) ?? "other") : "other";
}

function placed(fields: Record<string, string[]>): Problems {
  const found: Problems = {};
  for (const [path, sentences] of Object.entries(fields)) {
    const place = PLACES[path];
    if (place) found[place] = sentences.join(" ");
  }
  return found;
}
