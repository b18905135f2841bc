import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { Pending } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";

import { optionsQuery } from "./calls";
import { useSession } from "./session-context";

type FieldName = "email" | "password";

export interface SignInOptions {
  /** The password was right, and a second factor is missing. */
  onPending: (pending: Pending) => void;
  /** The sentence shown at first, such as why the second step ended. */
  said?: string | null;
}

/** The state of a form with the fields `email` and `password`: the first field with a problem gets the focus. */
export function useSignIn({ onPending, said = null }: SignInOptions) {
  const { t } = useTranslation();
  const { signIn } = useSession();
  const { data: options } = useQuery(optionsQuery);
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [refusal, setRefusal] = useState(said);

  const submit = async (email: string, password: string): Promise<FieldName | null> => {
    setMissing({ email: email === "", password: password === "" });
    if (!email) return "email";
    if (!password) return "password";
    setBusy(true);
    setRefusal(null);
    try {
      const pending = await signIn(email, password);
      if (pending) onPending(pending);
      return null;
    } catch (error) {
      setRefusal(sentence(error));
      setBusy(false);
      return "password";
    }
  };

  const sentence = (error: unknown): string => {
    if (!(error instanceof ApiError)) return sayUnknown(error, t);
    if (error.code === "too_many_attempts")
      return t("session.refused.too_many_attempts", { count: error.retryAfter ?? 60 });
    // its words are loaded with the button of the provider, who alone ends sessions
    if (error.code === "provider_needed") return t("provider.needed", { label: options?.provider ?? "" });
    if (error.status === 401 || error.status === 422) return t("session.refused.bad_credentials");
    return error.code === "unreachable" ? t("session.refused.unreachable") : sayUnknown(error, t);
  };

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const valueOf = (name: string) => values.get(name) as string;
    void submit(valueOf("email").trim(), valueOf("password")).then((field) =>
      form.current?.querySelector<HTMLInputElement>(`[name=${field ?? "none"}]`)?.focus(),
    );
  };

  return {
    form,
    send,
    busy,
    refusal,
    missing: { email: missing.email || undefined, password: missing.password || undefined },
  };
}
