import "./words";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { Factors as Facts } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

import { Codes } from "./codes";
import styles from "./factors.module.css";
import { OthersFactors } from "./others-factors";
import { Passkeys } from "./passkeys";
import { RecoveryCodes } from "./recovery-codes";
import { RecoveryDialog } from "./recovery-dialog";

interface Props {
  /** The account, its name, and whether it is one's own. */
  id: number;
  name: string;
  own: boolean;
  mayEdit: boolean;
}

/** The second factors of an account: one's own to set up, somebody else's to remove. */
export function Factors({ id, name, own, mayEdit }: Props) {
  const { t } = useTranslation();
  const facts = useQuery(read("/api/user/{user_id}/factors", { path: { user_id: id } }));
  const { error, retry, retrying } = useFailure(facts);
  if (!facts.data)
    return error === null ? <Skeleton width="60%" /> : <LoadFailed title={t("factors.failed")} error={error} onRetry={retry} retrying={retrying} />;
  return own ? <OwnFactors facts={facts.data} /> : <OthersFactors id={id} name={name} facts={facts.data} mayEdit={mayEdit} />;
}

/** `onStored`: the new recovery codes were shown and put away. */
export function OwnFactors({ facts, onStored }: { facts: Facts; onStored?: () => void }) {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const show = (codes: readonly string[]) => {
    if (codes.length > 0) setShown(codes);
    else onStored?.();
  };
  const has = facts.codes_since !== null || facts.passkeys.length > 0;
  return (
    <div className={styles.cards}>
      {(facts.offers_codes || facts.codes_since !== null) && <Codes facts={facts} onCodes={show} />}
      {(facts.offers_passkeys || facts.passkeys.length > 0) && <Passkeys facts={facts} onCodes={show} />}
      <RecoveryCodes left={facts.recovery_codes} has={has} onCodes={show} />
      {shown && (
        <RecoveryDialog
          codes={shown}
          onClose={() => {
            setShown(null);
            onStored?.();
          }}
        />
      )}
    </div>
  );
}
