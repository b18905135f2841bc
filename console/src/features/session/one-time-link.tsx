import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { Pending } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { askForLink, hasLinkEnded, optionsQuery } from "./calls";
import { EmailInput } from "./email-input";
import { PasswordInput } from "./password-input";
import { PasswordRules } from "./password-rules";
import { useSession } from "./session-context";

type FieldName = "password" | "again";

interface Props {
  secret: string;
  onEnded: () => void;
  /** The password is set, and a second factor is missing. */
  onPending: (pending: Pending) => void;
}

/** Sets the password with the one-time link in the address, and signs in. */
export function OneTimeLink({ secret, onEnded, onPending }: Props) {
  const { t } = useTranslation();
  const { redeem } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ password: "", again: "" });
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({});
  const say = (name: FieldName, problem: string) => {
    setProblems({ [name]: problem });
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // read the elements, because password managers fill in values without events
    const values = new FormData(event.currentTarget);
    const [password, again] = [values.get("password") as string, values.get("again") as string];
    if (!password) {
      say("password", t("session.required.password"));
      return;
    }
    if (password !== again) {
      say("again", t(again ? "session.link.differ" : "session.link.againMissing"));
      return;
    }
    setBusy(true);
    setProblems({});
    redeem(secret, password).then((pending) => pending && onPending(pending), (error: unknown) => {
      setBusy(false);
      if (hasLinkEnded(error)) onEnded();
      else say("password", passwordRules(error) ?? sayUnknown(error, t));
    });
  };
  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-busy={busy}>
      <Field label={t("session.link.password")} required hint={<PasswordRules of={typed.password} />} error={problems.password}>
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus
            isNew
            onChange={({ target }) => setTyped((before) => ({ ...before, password: target.value }))}
          />
        )}
      </Field>
      <Field
        label={t("session.link.again")}
        required
        hint={typed.again && typed.again !== typed.password ? t("session.link.notYet") : undefined}
        error={problems.again}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="again"
            isNew
            onChange={({ target }) => {
              setTyped((before) => ({ ...before, again: target.value }));
              setProblems({});
            }}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" size="l" busy={busy}>
        {t("session.link.submit")}
      </Button>
      <p className="meta">{t("session.link.sessions")}</p>
    </form>
  );
}

// no form shell: nobody is signed in who could own a draft
/** Requests a one-time link by mail. The answer is the same whether or not the address is known. */
export function ForgottenPassword() {
  const { t } = useTranslation();
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");
  const { data: options } = useQuery(optionsQuery);
  const [problem, setProblem] = useState<string | undefined>();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = (new FormData(event.currentTarget).get("email") as string).trim();
    setProblem(email ? undefined : t("session.required.email"));
    if (!email) return;
    setState("sending");
    askForLink(email).then(
      () => setState("sent"),
      (error: unknown) => {
        setState("asking");
        const tooMany = error instanceof ApiError && error.code === "too_many_attempts";
        setProblem(
          tooMany ? t("session.refused.too_many_attempts", { count: error.retryAfter ?? 60 }) : sayUnknown(error, t),
        );
      },
    );
  };
  if (options?.mail === false) return <Notice tone="warning">{t("session.forgotten.noMail")}</Notice>;
  if (state === "sent") return <Notice tone="info">{t("session.forgotten.sent")}</Notice>;
  return (
    <form className="form" onSubmit={send} noValidate aria-busy={state === "sending"}>
      <Field label={t("session.email")} required hint={t("session.forgotten.hint")} error={problem}>
        {(control) => <EmailInput {...control} autoFocus />}
      </Field>
      <Button type="submit" tone="primary" size="l" busy={state === "sending"}>
        {t("session.forgotten.action")}
      </Button>
    </form>
  );
}

/** The server's rules that the password breaks, as a sentence. */
function passwordRules(error: unknown): string | undefined {
  const fields: Readonly<Record<string, string[] | undefined>> = error instanceof ApiError ? error.fields : {};
  return fields.password?.join(" ");
}
