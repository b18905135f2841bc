import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { EmailInput } from "./email-input";
import { PasswordInput } from "./password-input";
import { PasswordRules } from "./password-rules";
import { useSession } from "./session-context";

type FieldName = "name" | "email" | "password";
type Problems = Partial<Record<FieldName, string>>;

/** Creates an account and signs in. The account has no access yet; the welcome screen says so. */
export function Register() {
  const { t } = useTranslation();
  const { form, send, busy, problems, refusal } = useRegister();
  const [password, setPassword] = useState("");
  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-busy={busy}>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      <Field label={t("session.register.name")} required error={problems.name}>
        {(control) => <input {...control} className="input input-l" name="name" autoComplete="name" maxLength={200} dir="auto" autoFocus />}
      </Field>
      <Field label={t("session.email")} required error={problems.email}>
        {(control) => <EmailInput {...control} />}
      </Field>
      <Field label={t("session.password")} required hint={<PasswordRules of={password} />} error={problems.password}>
        {(control) => <PasswordInput {...control} isNew onChange={({ target }) => setPassword(target.value)} />}
      </Field>
      <Button type="submit" tone="primary" size="l" busy={busy}>
        {t("session.register.submit")}
      </Button>
    </form>
  );
}

/** The state of the form. A missing or refused value is reported at its field, which gets the focus. */
function useRegister() {
  const { t } = useTranslation();
  const { register } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  const say = (found: Problems, sentence: string | null = null) => {
    setProblems(found);
    setRefusal(sentence);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${first ?? "none"}]`)?.focus();
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const valueOf = (name: FieldName) => values.get(name) as string;
    const [name, email, password] = [valueOf("name").trim(), valueOf("email").trim(), valueOf("password")];
    const missing: Problems = {
      ...(!name && { name: t("session.required.name") }),
      ...(!email && { email: t("session.required.email") }),
      ...(!password && { password: t("session.required.password") }),
    };
    say(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    register(name, email, password).catch((error: unknown) => {
      setBusy(false);
      const found = problemsOf(error);
      say(found, Object.keys(found).length > 0 ? null : sentence(error));
    });
  };

  const problemsOf = (error: unknown): Problems => {
    if (!(error instanceof ApiError)) return {};
    if (error.code === "email_taken") return { email: t("session.register.emailTaken") };
    const { name, password } = error.fields;
    return {
      ...(name && { name: name.join(" ") }),
      ...(error.fields.email && { email: t("session.register.invalidEmail") }),
      ...(password && { password: password.join(" ") }),
    };
  };
  const sentence = (error: unknown): string => {
    if (!(error instanceof ApiError)) return sayUnknown(error, t);
    if (error.code === "registration_closed") return t("session.register.closed");
    return error.code === "too_many_attempts"
      ? t("session.refused.too_many_attempts", { count: error.retryAfter ?? 60 })
      : sayUnknown(error, t);
  };
  return { form, send, busy, problems, refusal };
}
