import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AccountRow } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { paths } from "@/lib/paths";

interface Cell {
  row: AccountRow;
}

/** The list of accounts. */
export const accountTable = declareTable<AccountRow>({
  name: "accounts",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "accounts.columns.name", Cell: Name, width: 180, grow: true, sort: "server", fromA: true },
    { id: "email", header: "accounts.columns.email", Cell: Email, width: 240, sort: "server", fromA: true, narrow: "line" },
    { id: "level", header: "accounts.columns.level", Cell: Level, width: 168, narrow: "line" },
    { id: "seen", header: "accounts.columns.seen", Cell: Seen, width: 112, align: "end", optional: "shown" },
    { id: "state", header: "accounts.columns.state", Cell: State, width: 112, optional: "shown", narrow: "end" },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <Link className="cut" to={paths.account(id)} dir="auto" title={name.full}>
      {name.full}
    </Link>
  );
}

function Email({ row: { email } }: Cell) {
  return (
    <bdi className="cut block" title={email}>
      {email}
    </bdi>
  );
}

function Level({ row: { access_level } }: Cell) {
  return <span className="cut">{useTranslation().t(`accounts.levels.${access_level}.name`)}</span>;
}

function Seen({ row: { last_seen } }: Cell) {
  return last_seen ? <Age at={last_seen} /> : <span className="dim">–</span>;
}

function State({ row: { active } }: Cell) {
  const { t } = useTranslation();
  return active ? <span className="wide-only">{t("accounts.states.active")}</span> : <span className="badge">{t("accounts.states.inactive")}</span>;
}
