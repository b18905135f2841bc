import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AccountRow } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { Avatar } from "@/components/ui/avatar";
import { Age } from "@/components/ui/age";
import { Nothing } from "@/components/ui/nothing";
import { useNow } from "@/lib/clock";
import { paths } from "@/lib/paths";

import styles from "./accounts.module.css";

const MINUTE_MS = 60_000;

interface Cell {
  row: AccountRow;
}

/** The list of accounts. */
export const accountTable = declareTable<AccountRow>({
  name: "accounts",
  rowKey: (row) => row.id,
  columns: [
    { id: "name", header: "accounts.columns.name", Cell: Name, width: 168, wide: 420, sort: "server", fromA: true },
    { id: "email", header: "accounts.columns.email", Cell: Email, width: 216, wide: 480, sort: "server", fromA: true, narrow: "line", Line: EmailAndMore },
    { id: "level", header: "accounts.columns.level", Cell: Level, width: 128, wide: 280 },
    { id: "seen", header: "accounts.columns.seen", Cell: Seen, width: 104, wide: 200, priority: "low", optional: "shown" },
    { id: "state", header: "accounts.columns.state", Cell: State, width: 116, grow: true, priority: "low", optional: "shown", narrow: "beside", Line: NotActive },
  ],
});

function Name({ row: { id, name } }: Cell) {
  return (
    <span className={styles.name}>
      <Avatar name={name.full} />
      <Link className="plain strong cut" to={paths.account(id)} dir="auto" title={name.full}>
        {name.full}
      </Link>
    </span>
  );
}

function Email({ row: { email } }: Cell) {
  return (
    <bdi className="cut block" title={email}>
      {email}
    </bdi>
  );
}

function EmailAndMore({ row }: Cell) {
  const { t } = useTranslation();
  return (
    <span className={styles.below}>
      <Email row={row} />
      <span className="dim">
        <Level row={row} />
        {row.last_seen && (
          <>
            <span className="dot" />
            {t("accounts.seen")} <Seen row={row} />
          </>
        )}
      </span>
    </span>
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
  return <span className={`badge badge-dot ${active ? "tone-success" : "tone-warning"}`}>{t(`accounts.states.${active ? "active" : "inactive"}`)}</span>;
}

function NotActive({ row }: Cell) {
  return row.active ? null : <State row={row} />;
}
