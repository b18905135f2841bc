import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { AssociatedCompany } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { CompanyLink } from "@/components/organisation/company-cells";
import { declareTable } from "@/components/table/columns";
import { Button } from "@/components/ui/button";
import { Nothing } from "@/components/ui/nothing";
import { useCan } from "@/lib/permissions";

import { ASSOCIATIONS, deleteAssociation } from "./calls";
import { ConfirmDialog } from "./lazy";

/** A company of an account; `fixed`: the person may not edit the account. */
interface Row extends AssociatedCompany {
  account: number;
  fixed: boolean;
}

interface Cell {
  row: Row;
}

export const associationTable = declareTable<Row>({
  name: "associations",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "accounts.associations.company", Cell: Company, width: 220, grow: true, sort: "server", fromA: true },
    { id: "groups", header: "accounts.associations.groups", Cell: Groups, width: 220, narrow: "line" },
    { id: "actions", header: "accounts.associations.actions", Cell: Remove, width: 112, align: "end", quietHeader: true, narrow: "end" },
  ],
});

function Company({ row }: Cell) {
  const can = useCan();
  const opens = can("moderation") || can("organisation");
  return opens ? <CompanyLink row={row} /> : <bdi className="cut">{row.name}</bdi>;
}

function Groups({ row: { groups } }: Cell) {
  return groups.length > 0 ? (
    <span className="cut" dir="auto">
      {groups.map(({ name }) => name).join(", ")}
    </span>
  ) : (
    <Nothing />
  );
}

/** Removes a company from the account, after a confirmation. */
function Remove({ row: { id, name, account, fixed } }: Cell) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useCommand({
    name: `dissociate ${account} ${id}`,
    send: () => deleteAssociation(account, id),
    refreshes: ASSOCIATIONS,
    says: () => t("accounts.associations.removed", { name }),
  });
  if (fixed) return null;
  const remove = async () => ((await run()).state === "refused" ? t("accounts.associations.notDone") : null);
  return (
    <>
      <Button size="s" busy={busy} aria-label={t("accounts.associations.removeOf", { name })} onClick={() => setAsking(true)}>
        {t("accounts.associations.remove")}
      </Button>
      {asking && (
        <Suspense fallback={<HoldKeys />}>
          <ConfirmDialog
            title={t("accounts.associations.removeTitle", { name })}
            confirm={t("accounts.associations.remove")}
            danger
            onConfirm={remove}
            onClose={() => setAsking(false)}
          >
            {t("accounts.associations.removeText")}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
