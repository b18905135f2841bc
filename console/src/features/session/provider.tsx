import "./words";

import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router-dom";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { words } from "@/lib/words";
import type { provider } from "@/lib/words/en/provider";

import { optionsQuery } from "./calls";
import { beginAtProvider, finishAtProvider } from "./provider-calls";
import { useSession } from "./session-context";
import type { SignInOptions } from "./use-sign-in";

/** Where the person was going, while they are at the provider. */
const FROM = "signInFrom";

/**
 * The button that leads to the provider of identities, and what comes back from there in the fragment of the address: a
 * code for a session, or why there is none.
 */
export function Provider({ onPending }: Pick<SignInOptions, "onPending">) {
  const { t } = useTranslation();
  const { data: options } = useQuery(optionsQuery);
  const arrival = useLocation().state as unknown;
  const { isBack, refusal: refused } = useAnswer(onPending);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const go = () => {
    setBusy(true);
    setProblem(undefined);
    if (arrival) sessionStorage.setItem(FROM, JSON.stringify(arrival));
    beginAtProvider().then(
      (address) => location.assign(address),
      (error: unknown) => {
        setBusy(false);
        setProblem(sentenceOf(error, t));
      },
    );
  };
  const refusal = problem ?? (busy ? undefined : refused);
  return (
    <div className="stack">
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      {(options?.provider ?? isBack) && (
        <Button tone={options?.password ? "neutral" : "primary"} size="l" busy={busy || isBack} onClick={go}>
          {isBack ? t("provider.signingIn") : t("provider.signIn", { label: options?.provider ?? "" })}
        </Button>
      )}
    </div>
  );
}

/** For a page whose session has ended: all tabs share a session, so the page goes on once there is one. */
export function AnotherTab({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <p>
      <Link to={paths.login} target="_blank">
        {t("provider.again", { label })}
      </Link>{" "}
      <span className="soft">{t("provider.againText")}</span>
    </p>
  );
}

/**
 * Exchanges the code in the address for a session, once; then the page that the person came for opens, or the second
 * step.
 */
function useAnswer(onPending: SignInOptions["onPending"]): { isBack: boolean; refusal: string | undefined } {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const { refresh } = useSession();
  const navigate = useNavigate();
  const [said] = useState(() => new URLSearchParams(hash.slice(1)));
  const [code, setCode] = useState(said.get("in"));
  const refused = said.get("refused");
  const [refusal, setRefusal] = useState(refused === null ? undefined : saysOf(refused, t));
  const sent = useRef(false);
  useEffect(() => {
    if (!hash) return;
    const arrival: unknown = JSON.parse(sessionStorage.getItem(FROM) ?? "null");
    sessionStorage.removeItem(FROM);
    // out of the address, the history and what is reloaded
    void navigate({ hash: "" }, { replace: true, state: arrival });
  }, [hash, navigate]);
  useEffect(() => {
    // once the address says where the person was going: a session leads there at once
    if (hash || !code || sent.current) return;
    sent.current = true; // a code counts once
    finishAtProvider(code)
      .then((pending) => (pending ? onPending(pending) : refresh()))
      .catch((error: unknown) => {
        setCode(null);
        setRefusal(sentenceOf(error, t));
      });
  }, [hash, code, onPending, refresh, t]);
  return { isBack: code !== null, refusal };
}

function sentenceOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return sayUnknown(error, t);
  if (error.code === "too_many_attempts") return t("session.refused.too_many_attempts", { count: error.retryAfter ?? 60 });
  return isKnown(error.code) ? saysOf(error.code, t) : sayUnknown(error, t);
}

type Code = keyof typeof provider.refused;

const isKnown = (code: string): code is Code => words.exists(`provider.refused.${code}`);

const saysOf = (code: string, t: TFunction): string =>
  t(`provider.refused.${isKnown(code) ? code : "provider_refused"}`);
