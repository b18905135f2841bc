import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import type { LinkFacts, Pending } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Mark } from "@/components/ui/mark";
import { Notice } from "@/components/ui/notice";
import { usePageTitle } from "@/lib/page-title";
import { useMoment } from "@/lib/use-moment";

import { hasLinkEnded, optionsQuery, readLink } from "./calls";
import { EmailInput } from "./email-input";
import { ForgottenPassword, OneTimeLink, PasskeyButton, Provider, Register, SecondStep, StopMails } from "./lazy";
import { PasswordInput } from "./password-input";
import { useSession } from "./session-context";
import { type SignInOptions, useSignIn } from "./use-sign-in";

interface Props {
  /** The page after signing in, in words; undefined for the dashboard. */
  returnTo?: string | undefined;
}

const BACK = /^#(in|refused)=/;
const SECRET = /^#(set|stop)=([\w.~-]+)$/;

type Mode = "signIn" | "link" | "ended" | "stop" | "forgotten" | "register";

const TITLES = {
  signIn: "session.title",
  link: "session.link.title",
  ended: "session.link.endedTitle",
  stop: "session.stop.title",
  forgotten: "session.forgotten.title",
  register: "session.register.title",
} as const;

const TEXTS = { link: "session.link.text", ended: "session.link.ended", stop: "session.stop.text", register: "session.register.text" } as const;

/**
 * The sign-in page. A one-time link in the address sets the password first; an unsubscribe link stops its kind of mail.
 * "Forgotten password?" requests a one-time link. If registration is open, an account can be created here.
 */
export function SignInPage({ returnTo }: Props) {
  const { t } = useTranslation();
  const { ended } = useReasonOnce();
  const { hash } = useLocation();
  const [, of, secret = ""] = SECRET.exec(hash) ?? [];
  const [isBack] = useState(BACK.test(hash));
  const [second, setSecond] = useState<{ pending?: Pending; said?: string | null }>({});
  const [mode, setMode] = useState<Mode>(of === "set" ? "link" : of === "stop" ? "stop" : "signIn");
  const { data: options } = useQuery(optionsQuery);
  const end = () => setMode("ended");
  const link = useLinkFacts(of === "set" ? secret : "", end);
  const momentOf = useMoment();
  const ask = (pending: Pending) => setSecond({ pending });
  usePageTitle(t(TITLES[mode]));
  const brand = (
    <div className="sign-in-brand">
      <Mark size={32} />
      {t("frame.product")}
    </div>
  );
  if (second.pending) {
    const back = (said?: string) => {
      setSecond({ said: said ?? null });
      setMode("signIn");
    };
    return (
      <main className="alone">
        <div className="sign-in">
          {brand}
          <Suspense>
            <SecondStep pending={second.pending} onBack={back} />
          </Suspense>
        </div>
      </main>
    );
  }
  return (
    <main className="alone">
      <div className="sign-in">
        {brand}
        <h1>{t(TITLES[mode])}</h1>
        <p className="soft">
          {mode === "link" && link ? (
            <Trans
              i18nKey="session.link.facts"
              values={{ email: link.email, until: momentOf(link.expires_at) }}
              components={{ email: <strong /> }}
            />
          ) : mode in TEXTS ? (
            t(TEXTS[mode as keyof typeof TEXTS])
          ) : returnTo ? (
            <Trans i18nKey="session.returnTo" values={{ place: returnTo }} components={{ place: <strong /> }} />
          ) : (
            t("session.forStaff")
          )}
        </p>
        <Suspense>
          {(mode === "forgotten" || mode === "ended") && <ForgottenPassword />}
          {mode === "link" && <OneTimeLink secret={secret} onEnded={end} onPending={ask} />}
          {mode === "stop" && <StopMails token={secret} />}
          {mode === "register" && <Register />}
        </Suspense>
        {mode === "signIn" && options?.password !== false && (
          <SignInForm ended={ended} said={second.said ?? null} onPending={ask} onForgotten={() => setMode("forgotten")} />
        )}
        <Suspense>
          {mode === "signIn" && (options?.provider ?? isBack) && <Provider onPending={ask} />}
          {mode === "signIn" && options?.passkeys && <PasskeyButton />}
        </Suspense>
        {mode !== "signIn" ? (
          <p>
            <button className="as-link" type="button" onClick={() => setMode("signIn")}>
              {t("session.forgotten.back")}
            </button>
          </p>
        ) : (
          options?.registration && (
            <p className="soft">
              {t("session.register.isNew")}{" "}
              <button className="as-link" type="button" onClick={() => setMode("register")}>
                {t("session.register.open")}
              </button>
            </p>
          )
        )}
        <p className="meta">{t("session.trouble")}</p>
      </div>
    </main>
  );
}

/** The account whose password the link sets, and its expiry. Undefined until loaded: the form does not wait for it. */
function useLinkFacts(secret: string, onEnded: () => void): LinkFacts | undefined {
  const [facts, setFacts] = useState<LinkFacts>();
  const ended = useRef(onEnded);
  useEffect(() => {
    if (secret) readLink(secret).then(setFacts, (error: unknown) => hasLinkEnded(error) && ended.current());
  }, [secret]);
  return facts;
}

interface FormProps extends SignInOptions {
  ended: boolean;
  onForgotten: () => void;
}

function SignInForm({ ended, onForgotten, ...again }: FormProps) {
  const { t } = useTranslation();
  const { form, send, busy, missing, refusal } = useSignIn(again);
  return (
    <form className="form" ref={form} onSubmit={send} noValidate aria-busy={busy}>
      {ended && !refusal && <Notice tone="info">{t("session.ended")}</Notice>}
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      <Field label={t("session.email")} required error={missing.email && t("session.required.email")}>
        {(control) => <EmailInput {...control} autoFocus />}
      </Field>
      <div className="beside-label">
        <Field label={t("session.password")} required error={missing.password && t("session.required.password")}>
          {(control) => <PasswordInput {...control} />}
        </Field>
        {/* inside the label's line, but after the field in the Tab order */}
        <button className="as-link" type="button" aria-label={t("session.forgotten.openInFull")} onClick={onForgotten}>
          {t("session.forgotten.open")}
        </button>
      </div>
      <Button type="submit" tone="primary" size="l" busy={busy}>
        {t("session.submit")}
      </Button>
    </form>
  );
}

/** Why the visitor is here; stays the same while the page is shown. */
function useReasonOnce(): { ended: boolean } {
  const session = useSession();
  const [ended] = useState(session.status === "unauthenticated" && session.left === "expired");
  const { settle } = session;
  useEffect(() => settle(), [settle]);
  return { ended };
}
