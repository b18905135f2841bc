import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AccountRow } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Age } from "@/components/ui/age";
import { Nothing } from "@/components/ui/nothing";
import { useNow } from "@/lib/clock";
import { paths } from "@/lib/paths";

const MINUTE_MS = 60_000;

interface Cell {
  row: AccountRow;
}

/** The list of accounts. */
export const accountTable = declareTable<AccountRow>({
  name: "accounts",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "accounts.columns.name", Cell: Name, width: 160, grow: true, sort: "server", fromA: true },
    { id: "email", header: "accounts.columns.email", Cell: Email, width: 216, sort: "server", fromA: true, narrow: "line" },
    { id: "level", header: "accounts.columns.level", Cell: Level, width: 136, narrow: "line" },
    { id: "seen", header: "accounts.columns.seen", Cell: Seen, width: 112, align: "end", priority: "low", optional: "shown" },
    { id: "state", header: "accounts.columns.state", Cell: State, width: 88, priority: "low", optional: "shown", narrow: "end" },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <Link className="plain strong cut" to={paths.account(id)} dir="auto" title={name.full}>
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
  const { t } = useTranslation();
  const now = useNow();
  if (!last_seen) return <Nothing />;
  return now - Date.parse(last_seen) < MINUTE_MS ? t("accounts.justNow") : <Age at={last_seen} />;
}

function State({ row: { active } }: Cell) {
  const { t } = useTranslation();
  return active ? <span className="wide-only">{t("accounts.states.active")}</span> : <span className="badge">{t("accounts.states.inactive")}</span>;
}
