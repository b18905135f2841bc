import "./words";

import { ShieldBan } from "lucide-react";
import { useTranslation } from "react-i18next";

import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { LogLink } from "@/components/table/log-link";
import { useSortInAddress } from "@/components/table/sorting";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useAddress } from "@/lib/use-address";

import { fetchExport, type ListQuery } from "./calls";
import { CheckCard } from "./check-card";
import { blacklistTable } from "./columns";
import { useBlacklist } from "./use-blacklist";

/** Blacklist Management: people checked, added and removed, and the list of all entries. */
export function BlacklistPage() {
  const { t } = useTranslation();
  const [params, replaceParams] = useAddress();
  const sorting = useSortInAddress(blacklistTable, { by: "added", ascending: false });
  const legacy = params.get("legacy") === "true";
  const query: ListQuery = {
    sort: sorting.current?.by === "hint" ? "hint" : "added",
    direction: sorting.current?.ascending ? "asc" : "desc",
    ...(legacy && { legacy }),
  };
  const table = useTable(blacklistTable, useBlacklist(query), { sorting });
  const show = (onlyLegacy: boolean) =>
    replaceParams((before) => {
      const after = new URLSearchParams(before);
      if (onlyLegacy) after.set("legacy", "true");
      else after.delete("legacy");
      return after;
    });
  return (
    <>
      <PageHead title={t("blacklist.title")} />
      <div className="page stack">
        <CheckCard />
        <section className="card" aria-label={t("blacklist.all")}>
          <TableTools
            of={table}
            filters={
              <span className="row" role="group" aria-label={t("blacklist.all")}>
                {[false, true].map((only) => (
                  <button key={String(only)} type="button" className="chip" aria-pressed={only === legacy} onClick={() => show(only)}>
                    {t(only ? "blacklist.onlyLegacy" : "blacklist.all")}
                  </button>
                ))}
              </span>
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
          <DataTable
            of={table}
            label={t("navigation.blacklist")}
            failed={t("blacklist.failed")}
            empty={
              <Empty
                icon={ShieldBan}
                title={t("blacklist.empty")}
                actions={legacy && <Button onClick={() => show(false)}>{t("blacklist.all")}</Button>}
              />
            }
          />
        </section>
      </div>
    </>
  );
}
