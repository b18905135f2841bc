import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { AccountKey } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Button } from "@/components/ui/button";

import { deleteKey, KEYS } from "./calls";
import { ConfirmDialog } from "./lazy";

/** A key by its prefix: the key itself is stored nowhere. `account`: whose it is. */
export interface KeyRow extends AccountKey {
  account: number;
}

interface Cell {
  row: KeyRow;
}

export const keyTable = declareTable<KeyRow>({
  name: "account-keys",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "accounts.keys.name", Cell: Name, width: 160, grow: true },
    { id: "prefix", header: "accounts.keys.prefix", Cell: Prefix, width: 140 },
    { id: "scopes", header: "accounts.keys.scopes", Cell: Scopes, width: 200 },
    { id: "used", header: "accounts.keys.used", Cell: Used, width: 120 },
    { id: "actions", header: "accounts.keys.actions", Cell: Revoke, width: 112, align: "end", quietHeader: true },
  ],
});

function Name({ row: { name } }: Cell) {
  return (
    <span className="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}

function Prefix({ row: { prefix } }: Cell) {
  return <code>{prefix}…</code>;
}

function Scopes({ row: { scopes } }: Cell) {
  const text = scopes.join(", ");
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

function Used({ row: { last_used: used } }: Cell) {
  const { t } = useTranslation();
  return used ? <Age at={used} /> : t("accounts.keys.neverUsed");
}

/** Revokes a key, after a question. */
function Revoke({ row: { id, name, account } }: Cell) {
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
