import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { hasPasskeys, signWithPasskey } from "@/lib/passkeys";
import { addWords } from "@/lib/words";
import { factors } from "@/lib/words/en/factors";

import { useSession } from "./session-context";

addWords({ factors });

/** Signs in with a passkey alone. */
export function PasskeyButton() {
  const { t } = useTranslation();
  const { enter } = useSession();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!hasPasskeys()) return null;
  const signIn = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { options } = await answer(api.POST("/api/auth/passkey/options", { body: {} }));
      await enter(await answer(api.POST("/api/auth/passkey", { body: await signWithPasskey(options) })));
    } catch (error) {
      const ours = error instanceof ApiError && error.code !== "wrong_code";
      setRefusal(ours ? sayUnknown(error, t) : t("factors.refused.passkey"));
      setBusy(false);
    }
  };
  return (
    <div className="form">
      <Button size="l" icon={KeyRound} busy={busy} onClick={() => void signIn()}>
        {t("factors.signInByPasskey")}
      </Button>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
    </div>
  );
}
