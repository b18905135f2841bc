import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { PasswordInput } from "./password-input";
import { useSession, useUser } from "./session-context";
import { useSignIn } from "./use-sign-in";
import { useTypePassword } from "./use-type-password";

/** Over a page whose session has ended: the same person goes on where they are, with all that they have typed. */
export function SignInAgain() {
  const { t } = useTranslation();
  const { email } = useUser();
  const { giveUp } = useSession();
  const { form, send, busy, missing, refusal } = useSignIn();
  useTypePassword(form);
  return (
    <Dialog title={t("session.again.title")} description={t("session.again.text")} onClose={giveUp}>
      <form className="form" ref={form} onSubmit={send} noValidate aria-busy={busy}>
        {refusal && (
          <Notice tone="danger" alert>
            {refusal}
          </Notice>
        )}
        <Field label={t("session.email")}>
          {(control) => (
            <input {...control} className="input input-l" name="email" autoComplete="username" value={email} readOnly />
          )}
        </Field>
        <Field label={t("session.password")} required error={missing.password && t("session.required.password")}>
          {(control) => <PasswordInput {...control} autoFocus data-first />}
        </Field>
        <div className="row">
          <Button type="submit" tone="primary" busy={busy}>
            {t("session.submit")}
          </Button>
          <Button tone="quiet" onClick={giveUp}>
            {t("session.again.other")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
