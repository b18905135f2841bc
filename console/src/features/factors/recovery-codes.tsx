import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { Button } from "@/components/ui/button";

import { FACTORS, postRecoveryCodes } from "./calls";

interface Props {
  left: number;
  /** Whether the account has a second factor, for which they stand in. */
  has: boolean;
  onCodes: (codes: readonly string[]) => void;
}

/** How many recovery codes are left; new ones end the old ones. */
export function RecoveryCodes({ left, has, onCodes }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const [asking, setAsking] = useState(false);
  const { run } = useCommand({ name: "recovery codes", send: (_: undefined, key) => postRecoveryCodes(key), refreshes: FACTORS });
  const renew = async () => {
    const sent = await run(undefined);
    if (sent.state === "done") onCodes(sent.result.recovery_codes);
    return sent.state === "refused" ? t("factors.recovery.notMade") : null;
  };
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("factors.recovery.title")}</h2>
      </div>
      <div className="card-body stack">
        <p className="soft">{t("factors.recovery.text")}</p>
        <p>{has ? t("factors.recovery.left", { count: left }) : t("factors.recovery.none")}</p>
        {has && (
          <div className="row">
            <Button onClick={() => setAsking(true)}>{t("factors.recovery.renew")}</Button>
          </div>
        )}
      </div>
      {asking && (
        <ConfirmDialog title={t("factors.recovery.renewTitle")} confirm={t("factors.recovery.renew")} onConfirm={renew} onClose={() => setAsking(false)}>
          {t("factors.recovery.renewText")}
        </ConfirmDialog>
      )}
    </section>
  );
}
