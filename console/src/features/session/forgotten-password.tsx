import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { askForLink, optionsQuery } from "./calls";
import { EmailInput } from "./email-input";

// no form shell: nobody is signed in, whose draft it could be
/** Asks for a one-time link by mail. The answer is the same whether or not the address is known. */
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
