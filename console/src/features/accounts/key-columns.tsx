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

/**
 * A key, shown by its prefix: the key itself is not stored. `account`: its owner; null if it cannot be revoked here.
 */
interface Row extends AccountKey {
  account: number | null;
}

interface Cell {
  row: Row;
}

export const keyTable = declareTable<Row>({
  name: "account-keys",
  rowKey: (row) => row.id,
  steps: false,
  skeletons: 1,
  columns: [
    { id: "name", header: "accounts.keys.name", Cell: Name, width: 160, grow: true, sort: (row) => row.name.toLowerCase(), fromA: true },
    { id: "prefix", header: "accounts.keys.prefix", Cell: Prefix, width: 128, narrow: "line" },
    { id: "scopes", header: "accounts.keys.scopes", Cell: Scopes, width: 208, narrow: "line" },
    { id: "used", header: "accounts.keys.used", Cell: Used, width: 112, sort: (row) => row.last_used, narrow: "line" },
    { id: "actions", header: "accounts.keys.actions", Cell: Revoke, width: 112, align: "end", quietHeader: true, narrow: "end" },
  ],
});

function Name({ row: { name } }: Cell) {
  return (
    <bdi className="cut" title={name}>
      {name}
    </bdi>
  );
}

function Prefix({ row: { prefix } }: Cell) {
  return <code>{prefix}…</code>;
}

function Scopes({ row: { scopes } }: Cell) {
  return scopes.join(", ");
}

function Used({ row: { last_used: used } }: Cell) {
  const { t } = useTranslation();
  return used ? <Age at={used} /> : t("accounts.keys.neverUsed");
}

/** Revokes a key, after a confirmation. */
function Revoke({ row: { account, id, name } }: Cell) {
  return account === null ? null : <RevokeButton account={account} id={id} name={name} />;
}

function RevokeButton({ account, id, name }: { account: number; id: number; name: string }) {
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
          <ConfirmDialog title={t("accounts.keys.revokeTitle", { name })} confirm={t("accounts.keys.revoke")} danger onConfirm={revoke} onClose={() => setAsking(false)}>
            {t("accounts.keys.revokeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
