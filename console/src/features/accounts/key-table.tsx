import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { AccountKey } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Age } from "@/components/ui/age";
import { Button } from "@/components/ui/button";

import styles from "./accounts.module.css";
import { deleteKey, KEYS } from "./calls";
import { ConfirmDialog } from "./lazy";

interface Props {
  label: string;
  keys: readonly AccountKey[];
  /** Whose keys they are; null where they cannot be revoked here. */
  account: number | null;
}

/** Keys by their prefix: the keys themselves are stored nowhere. */
export function KeyTable({ label, keys, account }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.keys}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {(["name", "prefix", "scopes", "used"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`accounts.keys.${name}`)}
              </th>
            ))}
            {account !== null && (
              <th scope="col">
                <span className="sr">{t("accounts.keys.actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row" dir="auto">
                {key.name}
              </th>
              <td>
                <code>{key.prefix}…</code>
              </td>
              <td>{key.scopes.join(", ")}</td>
              <td>{key.last_used ? <Age at={key.last_used} /> : t("accounts.keys.neverUsed")}</td>
              {account !== null && (
                <td className="n">
                  <Revoke account={account} of={key} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Revoke({ account, of: { id, name } }: { account: number; of: AccountKey }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `revoke ${account} ${id}`,
    send: () => deleteKey(account, id),
    refreshes: KEYS,
    says: () => t("accounts.keys.revoked"),
  });
  const revoke = async () => ((await run()).state === "refused" ? t("accounts.keys.notRevoked") : null);
  return (
    <>
      <Button size="s" busy={busy} aria-label={t("accounts.keys.revokeOf", { name })} onClick={() => setAsking(true)}>
        {t("accounts.keys.revoke")}
      </Button>
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog title={t("accounts.keys.revokeTitle", { name })} danger onConfirm={revoke} onClose={() => setAsking(false)}>
            {t("accounts.keys.revokeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
