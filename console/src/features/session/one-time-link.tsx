import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { LinkFacts, Pending } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

import { readLink } from "./calls";
import { PasswordInput } from "./password-input";
import { PasswordRules } from "./password-rules";
import { useSession } from "./session-context";

type FieldName = "password" | "again";
const hasEnded = (error: unknown) => error instanceof ApiError && error.code === "link_ended";

/** The account whose password the link sets, and its expiry. Undefined until loaded: the form does not wait for it. */
export function useLinkFacts(secret: string, onEnded: () => void): LinkFacts | undefined {
  const [facts, setFacts] = useState<LinkFacts>();
  const ended = useRef(onEnded);
  useEffect(() => {
    if (secret) readLink(secret).then(setFacts, (error: unknown) => hasEnded(error) && ended.current());
  }, [secret]);
  return facts;
}

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
      if (hasEnded(error)) onEnded();
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

/** The server's rules that the password breaks, as a sentence. */
function passwordRules(error: unknown): string | undefined {
  const fields: Readonly<Record<string, string[] | undefined>> = error instanceof ApiError ? error.fields : {};
  return fields.password?.join(" ");
}
