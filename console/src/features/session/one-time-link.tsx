import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { PasswordInput } from "./password-input";
import { useSession } from "./session-context";

/** Sets the password by the one-time link of the address, and signs in. */
export function OneTimeLink({ secret, onForgotten }: { secret: string; onForgotten: () => void }) {
  const { t } = useTranslation();
  const { redeem } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [ended, setEnded] = useState(false);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password") as string;
    setBusy(true);
    setProblem(undefined);
    redeem(secret, password).catch((error: unknown) => {
      setBusy(false);
      if (error instanceof ApiError && error.code === "link_ended") setEnded(true);
      else setProblem(passwordRules(error) ?? sayUnknown(error, t));
    });
  };
  if (ended)
    return (
      <div className="form">
        <Notice tone="danger" alert>
          {t("session.link.ended")}
        </Notice>
        <Button tone="primary" size="l" onClick={onForgotten}>
          {t("session.forgotten.action")}
        </Button>
      </div>
    );
  return (
    <form className="form" onSubmit={send} noValidate aria-busy={busy}>
      <Field label={t("session.link.password")} required hint={t("session.rules")} error={problem}>
        {(control) => <PasswordInput {...control} autoFocus isNew />}
      </Field>
      <Button type="submit" tone="primary" size="l" busy={busy}>
        {t("session.link.submit")}
      </Button>
    </form>
  );
}

/** The rules that the server names, which the password breaks. */
function passwordRules(error: unknown): string | undefined {
  const fields: Readonly<Record<string, string[] | undefined>> = error instanceof ApiError ? error.fields : {};
  return fields.password?.join(" ");
}
