import { useQuery } from "@tanstack/react-query";
import { type RefObject, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Pending } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";

import { optionsQuery } from "./calls";
import { AnotherTab, SecondStep } from "./lazy";
import { PasswordInput } from "./password-input";
import { useSession, useUser } from "./session-context";
import { type SignInOptions, useSignIn } from "./use-sign-in";

/**
 * Shown over a page whose session has ended: the same person signs in and continues there, with everything that they
 * typed.
 */
export function SignInAgain() {
  const { t } = useTranslation();
  const { email } = useUser();
  const { giveUp } = useSession();
  const [second, setSecond] = useState<{ pending?: Pending; said?: string | null }>({});
  return (
    <Dialog title={t("session.again.title")} description={t("session.again.text")} onClose={giveUp}>
      {second.pending ? (
        <Suspense>
          <SecondStep size="m" pending={second.pending} onBack={(said) => setSecond({ said: said ?? null })} />
        </Suspense>
      ) : (
        <Password email={email} said={second.said ?? null} onPending={(pending) => setSecond({ pending })} />
      )}
    </Dialog>
  );
}

function Password({ email, ...asked }: { email: string } & SignInOptions) {
  const { t } = useTranslation();
  const { giveUp } = useSession();
  const { form, send, busy, missing, refusal } = useSignIn(asked);
  const { data: options } = useQuery(optionsQuery);
  useTypePassword(form);
  return (
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
        {options?.password !== false && (
          <Field label={t("session.password")} required error={missing.password && t("session.required.password")}>
            {(control) => <PasswordInput {...control} autoFocus data-first />}
          </Field>
        )}
        {options?.provider && (
          <Suspense>
            <AnotherTab label={options.provider} />
          </Suspense>
        )}
        <div className="row">
          {options?.password !== false && (
            <Button type="submit" tone="primary" busy={busy}>
              {t("session.submit")}
            </Button>
          )}
          <Button tone="quiet" onClick={giveUp}>
            {t("session.again.other")}
          </Button>
        </div>
      </form>
  );
}

/**
 * If anything outside the dialog has the focus when the dialog appears, such as another dialog below it, typed letters
 * go into the password field. Other fields and buttons of the dialog keep the focus.
 */
function useTypePassword(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      const dialog = form.current?.closest("[role=dialog]");
      const focused = document.activeElement;
      if (!dialog || (dialog.contains(focused) && focused?.matches("input, button"))) return;
      event.stopImmediatePropagation(); // so that the page does not treat it as a shortcut
      form.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
    };
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, [form]);
}
