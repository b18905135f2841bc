import { KeyRound } from "lucide-react";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { PasskeyAnswer, Way } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { signWithPasskey } from "@/lib/passkeys";
import { addWords } from "@/lib/words";
import { factors } from "@/lib/words/en/factors";

import { PasswordInput } from "./password-input";

addWords({ factors });

/** One of them. */
export interface Proof {
  code?: string;
  recovery_code?: string;
  password?: string;
  passkey?: PasskeyAnswer;
}

interface Props {
  /** What the account has; the first is asked for, the others can be chosen. */
  ways: readonly Way[];
  submit: string;
  /** Fetches what the passkey is to sign. */
  ask: () => Promise<Record<string, unknown>>;
  /** Throws `ApiError`. */
  send: (proof: Proof) => Promise<void>;
  /** The server refused for good: the sign-in has to begin again. */
  onEnded?: () => void;
  size?: "m" | "l";
  /** Beside the button. */
  children?: ReactNode;
}

const NAMES = { code: "code", recovery: "recovery_code", password: "password" } as const;

/** Asks for a code, a recovery code, a passkey or the password. No form shell: a draft must contain none of them. */
export function ProofForm({ ways, submit, ask, send, onEnded, size = "m", children }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>(ways[0] ?? "password");
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const attempt = async (proof: () => Promise<Proof>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await send(await proof());
    } catch (error) {
      if (error instanceof ApiError && error.code === "sign_in_ended") onEnded?.();
      setRefusal(sentence(error));
      setBusy(false);
    }
  };
  const sentence = (error: unknown): string => {
    if (!(error instanceof ApiError)) return t("factors.refused.passkey");
    if (error.code === "too_many_attempts") return t("session.refused.too_many_attempts", { count: error.retryAfter ?? 60 });
    return error.code === "wrong_code" ? t("factors.refused.wrong_code") : sayUnknown(error, t);
  };
  const submitted = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (way === "passkey") {
      void attempt(async () => ({ passkey: await signWithPasskey(await ask()) }));
      return;
    }
    const field = event.currentTarget.elements.namedItem(NAMES[way]) as HTMLInputElement;
    const typed = way === "password" ? field.value : field.value.trim();
    setMissing(!typed);
    if (typed) void attempt(() => Promise.resolve({ [NAMES[way]]: typed })).then(() => field.select());
    else field.focus();
  };
  const choose = (next: Way) => {
    setWay(next);
    setMissing(false);
    setRefusal(null);
  };
  const input = size === "l" ? "input input-l" : "input";
  return (
    <form className="form" onSubmit={submitted} noValidate aria-busy={busy}>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      {way === "passkey" && <p className="soft">{t("factors.way.passkey.text")}</p>}
      {way === "code" && (
        <Field key={way} label={t("factors.way.code.label")} required hint={t("factors.way.code.hint")} error={missing ? t("factors.way.code.missing") : undefined}>
          {(control) => <input {...control} className={input} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={12} dir="ltr" autoFocus data-first />}
        </Field>
      )}
      {way === "recovery" && (
        <Field key={way} label={t("factors.way.recovery.label")} required hint={t("factors.way.recovery.hint")} error={missing ? t("factors.way.recovery.missing") : undefined}>
          {(control) => (
            <input {...control} className={input} name="recovery_code" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={40} dir="ltr" autoFocus data-first />
          )}
        </Field>
      )}
      {way === "password" && (
        <Field key={way} label={t("factors.way.password.label")} required error={missing ? t("factors.way.password.missing") : undefined}>
          {(control) => <PasswordInput {...control} autoFocus data-first />}
        </Field>
      )}
      <div className={size === "l" ? "stack" : "row wrap"}>
        <Button type="submit" tone="primary" size={size} busy={busy} icon={way === "passkey" ? KeyRound : undefined} {...(way === "passkey" && { autoFocus: true, "data-first": true })}>
          {way === "passkey" ? t("factors.way.passkey.action") : submit}
        </Button>
        {children}
      </div>
      {ways.length > 1 && (
        <p className="row wrap">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} className="as-link" type="button" disabled={busy} onClick={() => choose(other)}>
                {t(`factors.way.${other}.choose`)}
              </button>
            ))}
        </p>
      )}
    </form>
  );
}
