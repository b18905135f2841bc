import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Pending } from "@/api/types";

import { type Proof, ProofForm } from "./proof-form";
import { useSession } from "./session-context";

interface Props {
  pending: Pending;
  /** Back to the password. `sentence`: why, if the person did not choose to. */
  onBack: (sentence?: string) => void;
  size?: "m" | "l";
}

/** After the password: the second factor, and with it the session. Its texts are loaded with it. */
export function SecondStep({ pending: { pending, ways }, onBack, size = "l" }: Props) {
  const { t } = useTranslation();
  const { enter } = useSession();
  const back = (
    <button className="as-link" type="button" onClick={() => onBack()}>
      {t("factors.second.back")}
    </button>
  );
  return (
    <>
      {size === "l" && <h1>{t("factors.second.title")}</h1>}
      <p className="soft">{t("factors.second.text")}</p>
      <ProofForm
        ways={ways}
        size={size}
        submit={t("factors.second.submit")}
        ask={async () => (await answer(api.POST("/api/auth/passkey/options", { body: { pending } }))).options}
        send={async (proof: Proof) => {
          await enter(await answer(api.POST("/api/auth/second-factor", { body: { pending, ...proof } })));
        }}
        onEnded={() => onBack(t("factors.second.ended"))}
      />
      <p>{back}</p>
    </>
  );
}
