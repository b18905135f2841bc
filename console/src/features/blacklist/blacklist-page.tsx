import "./words";

import { ShieldBan } from "lucide-react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { ChoiceFilter } from "@/components/table/filter-fields";
import { LogLink } from "@/components/table/log-link";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatNumber } from "@/lib/dates";
import { useAddress } from "@/lib/use-address";

import styles from "./blacklist.module.css";
import { fetchExport, type ListQuery } from "./calls";
import { CheckCard } from "./check-card";
import { blacklistTable } from "./columns";

const KINDS = ["email", "mobile"] as const;

/** Blacklist Management: the list of all entries, and a card beside it that checks, adds and removes people. */
export function BlacklistPage() {
  const { t } = useTranslation();
  const [params, replaceParams] = useAddress();
  const sorting = useSortInAddress(blacklistTable, { by: "added", ascending: false });
  const legacy = params.get("legacy") === "true";
  const kind = KINDS.find((name) => name === params.get("kind"));
  const query: ListQuery = {
    sort: sorting.current?.by === "hint" ? "hint" : "added",
    direction: sorting.current?.ascending ? "asc" : "desc",
    ...(legacy && { legacy }),
    ...(kind && { kind }),
  };
  const isNarrowed = legacy || kind !== undefined;
  const entries = useBlacklist(query);
  const table = useTable(blacklistTable, entries, { sorting });
  const { total, legacy: old } = entries.first ?? {};
  const narrow = (name: "legacy" | "kind", value: string) =>
    replaceParams((before) => {
      const after = new URLSearchParams(before);
      if (value) after.set(name, value);
      else after.delete(name);
      return after;
    });
  const isEmpty = entries.rows?.length === 0 && !isNarrowed;
  const show = (onlyLegacy: boolean) => narrow("legacy", onlyLegacy ? "true" : "");
  return (
    <>
      <PageHead
        title={t("blacklist.title")}
        facts={
          typeof total === "number" ? [t("blacklist.total", { count: total }), old ? t("blacklist.totalLegacy", { count: old }) : null] : []
        }
      />
      <div className="page">
        <div className={`cols ${styles.page}`}>
          <section className="card" aria-label={t("blacklist.all")}>
            {isEmpty ? (
              <div className="card-head">
                <h2>{t("blacklist.entries")}</h2>
                <span className="meta">{formatNumber(0)}</span>
                <span className="end" />
                <LogLink kind="blacklist" />
              </div>
            ) : (
              <TableTools
                of={table}
                filters={
                  <>
                    <span className="row" role="group" aria-label={t("blacklist.all")}>
                      {[false, true].map((only) => (
                        <button key={String(only)} type="button" className="chip" aria-pressed={only === legacy} onClick={() => show(only)}>
                          {t(only ? "blacklist.onlyLegacy" : "blacklist.all")}
                        </button>
                      ))}
                    </span>
                    <ChoiceFilter
                      label={t("blacklist.kind")}
                      all={t("blacklist.anyKind")}
                      value={kind ?? ""}
                      options={KINDS.map((name) => ({ value: name, label: t(`blacklist.kinds.${name}`) }))}
                      onChange={(value) => narrow("kind", value)}
                    />
                  </>
                }
              >
                <LogLink kind="blacklist" />
                <ExportButton
                  label={t("blacklist.export")}
                  hint={t("blacklist.exportHint")}
                  name="blacklist"
                  format="csv"
                  fetch={() => fetchExport(query)}
                />
              </TableTools>
            )}
            <DataTable
              of={table}
              label={t("navigation.blacklist")}
              failed={t("blacklist.failed")}
              empty={
                isNarrowed ? (
                  <Empty icon={ShieldBan} title={t("blacklist.noMatch")} actions={<Button onClick={() => replaceParams({})}>{t("blacklist.all")}</Button>} />
                ) : (
                  <Empty icon={ShieldBan} title={t("blacklist.empty")}>
                    {t("blacklist.emptyText")}
                  </Empty>
                )
              }
            />
          </section>
          <div className="stack">
            <CheckCard />
            <p className="meta">{t("blacklist.stored")}</p>
          </div>
        </div>
      </div>
    </>
  );
}

/** The entries, page by page. */
function useBlacklist(list: ListQuery) {
  return usePages(["/api/blacklist", list], (cursor, signal) => {
    const query = { ...list, ...(cursor && { cursor }) };
    return answer(api.GET("/api/blacklist", { params: { query }, signal }));
  });
}
