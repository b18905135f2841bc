import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { Suspense, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { Account, AccountKey } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { HoldKeys } from "@/components/desk/hold-keys";
import { SecretDialog } from "@/components/organisation/secret-dialog";
import { DataTable } from "@/components/table/data-table";
import { useSortInAddress } from "@/components/table/sorting";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

import { keyTable } from "./key-columns";
import { NewKeyDialog } from "./lazy";

/** The API keys of an account; keys of the command line have no owner and are listed below. */
export function Keys({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const ownerless = useId();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const keys = useQuery(read("/api/user/{user_id}/keys", { path: { user_id: account.id } }));
  const { error, retry, retrying } = useFailure(keys);
  if (!keys.data)
    return error === null ? (
      <Skeleton width="60%" />
    ) : (
      <LoadFailed title={t("accounts.keys.failed")} error={error} onRetry={retry} retrying={retrying} />
    );
  const { items, ownerless: others, scopes } = keys.data;
  return (
    <>
      <section className="card" aria-labelledby={title}>
        <div className="card-head">
          <h2 id={title}>{t("accounts.keys.title")}</h2>
          <span className="end" />
          <a href="/api/docs" target="_blank" rel="noreferrer">
            {t("accounts.keys.description")}
          </a>
          {account.may_edit && scopes.length > 0 && (
            <Button size="s" icon={Plus} onClick={() => setCreating(true)}>
              {t("accounts.keys.add")}
            </Button>
          )}
        </div>
        <KeyTable label={t("accounts.keys.title")} keys={items} account={account.may_edit ? account.id : null} />
      </section>
      {others.length > 0 && (
        <section className="card" aria-labelledby={ownerless}>
          <div className="card-head">
            <h2 id={ownerless}>{t("accounts.keys.ownerless")}</h2>
          </div>
          <p className="card-body soft">{t("accounts.keys.ownerlessText")}</p>
          <KeyTable label={t("accounts.keys.ownerless")} keys={others} account={null} prefix="ownerless-" />
        </section>
      )}
      {creating && (
        <Suspense fallback={<HoldKeys />}>
          <NewKeyDialog account={account} scopes={scopes} onCreated={setSecret} onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {secret !== null && (
        <SecretDialog
          words={{ title: t("accounts.keys.shown"), text: t("accounts.keys.shownText"), label: t("accounts.keys.shown") }}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

interface KeyTableProps {
  label: string;
  keys: readonly AccountKey[];
  /** The owner of the keys; null if they cannot be revoked here. */
  account: number | null;
  /** Put before the sort's parameters in the address, because the page has two tables. */
  prefix?: string;
}

/** API keys, sortable by their headers. */
function KeyTable({ label, keys, account, prefix = "" }: KeyTableProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => keys.map((key) => ({ ...key, account })), [keys, account]);
  const sorting = useSortInAddress(keyTable, null, prefix);
  const table = useTable(keyTable, waitingFor(rows), { sorting });
  return (
    <DataTable
      of={table}
      label={label}
      failed={t("accounts.keys.failed")}
      empty={<Empty icon={KeyRound} title={t("accounts.keys.empty")} />}
    />
  );
}
