import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Verification } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useShortMoment } from "@/lib/use-moment";

import { EVERYTHING, writeView } from "./view";

interface Cell {
  row: Verification;
}

/** Verifications of history, the newest first. */
export const verificationTable = declareTable<Verification>({
  name: "verifications",
  rowKey: (row) => row.id,
  steps: false,
  columns: [
    { id: "result", header: "history.verification.columns.result", Cell: Result, width: 140, wide: 320, narrow: "name" },
    { id: "when", header: "history.verification.columns.when", Cell: When, width: 152, narrow: "beside" },
    { id: "entries", header: "history.verification.columns.entries", Cell: Entries, width: 96, align: "end" },
    { id: "until", header: "history.verification.columns.until", Cell: Until, width: 160, narrow: "line", Line: InOneLine },
    { id: "by", header: "history.verification.columns.by", Cell: By, width: 140, grow: true },
  ],
});

function When({ row: { begun_at: at } }: Cell) {
  return <Moment at={at} />;
}

function By({ row: { by, source } }: Cell) {
  const { t } = useTranslation();
  return by ? <bdi>{by.name}</bdi> : t(`history.verification.source.${source}`);
}

function Entries({ row }: Cell) {
  return formatNumber(row.entries);
}

function InOneLine({ row }: Cell) {
  const { t } = useTranslation();
  const momentOf = useShortMoment();
  const { entries, last_at: at } = row;
  return (
    <>
      {t("history.verification.reached", { count: entries, number: formatNumber(entries), moment: at ? momentOf(at) : "" })}
      <span className="dot" />
      <By row={row} />
    </>
  );
}

function Until({ row: { last_at: at } }: Cell) {
  return at ? <Moment at={at} /> : "–";
}

function Result({ row: { ended_at: endedAt, faults, fault } }: Cell) {
  const { t } = useTranslation();
  if (endedAt === null) return <span className="badge badge-dot tone-info">{t("history.verification.running")}</span>;
  if (faults === null) return <span className="badge badge-dot tone-warning">{t("history.verification.givenUp")}</span>;
  if (fault === null) return <span className="badge badge-dot tone-success">{t("history.verification.noFault")}</span>;
  return (
    <>
      <span className="badge badge-dot tone-danger">{t("history.verification.faults", { count: faults })}</span>{" "}
      {fault.process ? (
        <Link to={`${paths.history}?${writeView({ ...EVERYTHING, process: fault.process.id })}`}>
          {t(fault.seq ? "history.verification.firstEntry" : "history.verification.firstProcess", { id: fault.process.id, seq: fault.seq })}
        </Link>
      ) : (
        t(fault.what === "audit" ? "history.verification.firstAudit" : "history.verification.firstAnchor")
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {momentOf(at)}
    </time>
  );
}
