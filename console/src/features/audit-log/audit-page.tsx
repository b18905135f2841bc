import "./words";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { AuditChoices, AuditThing } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { ChoiceFilter, FilterBar, PeriodFilter } from "@/components/table/filter-fields";
import { type Filters, useFilters } from "@/components/table/filters";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { markDays } from "@/components/ui/row-time";
import { periodOf, readDay } from "@/lib/period";
import { audit } from "@/lib/words/en/audit";

import { auditTable, Entries } from "./audit-columns";
import { foldEqual } from "./fold";
import { LogTabs } from "./log-tabs";
import { sayAction } from "./things";

/** The filters of the audit log, by their names in the address. */
const FILTERS = ["kind", "subject", "action", "person", "from", "to"] as const;

type Values = Readonly<Record<(typeof FILTERS)[number], string>>;

const isKind = (name: string): name is AuditThing["kind"] => Object.hasOwn(audit.kinds, name);

interface Props {
  of: Filters<(typeof FILTERS)[number]>;
  choices: AuditChoices | undefined;
}

const sorted = <T extends { label: string }>(options: readonly T[]): T[] =>
  options.toSorted((one, other) => one.label.localeCompare(other.label));

const NEWEST_FIRST = { by: "at", ascending: false };

/** All audit logs as one list with filters in the address; for admins. */
export function AuditPage() {
  const { t } = useTranslation();
  const filters = useFilters(FILTERS);
  const sorting = useSortInAddress(auditTable, NEWEST_FIRST);
  const query = { ...queryOf(filters.values), direction: sorting.current?.ascending ? "asc" : "desc" } as const;
  const entries = usePages(["/api/audit", query], (cursor, signal) =>
    answer(api.GET("/api/audit", { params: { query: { ...query, cursor } }, signal })),
  );
  const choices = useQuery({ ...read("/api/audit/choices"), staleTime: 60_000 });
  const rows = useMemo(() => entries.rows && markDays(foldEqual(entries.rows)), [entries.rows]);
  const table = useTable(auditTable, { ...entries, rows }, { sorting, details: (row) => <Entries row={row} /> });
  const label = t("navigation.auditLog");
  return (
    <>
      <PageHead title={label} facts={[t("audit.fact")]} />
      <div className="page">
        <LogTabs />
        <section className="card" aria-label={label}>
          <TableTools of={table} filters={<AuditFilters of={filters} choices={choices.data} />}>
            <CsvExport
              name="audit-log"
              fetch={() => answer(api.GET("/api/audit/export", { params: { query }, parseAs: "blob" }))}
            />
          </TableTools>
          <DataTable
            of={table}
            label={label}
            failed={t("audit.failed")}
            empty={
              <Empty
                icon={ScrollText}
                title={t(filters.isNarrowed ? "audit.empty.title" : "audit.empty.none")}
                actions={filters.isNarrowed && <Button onClick={filters.clear}>{t("audit.empty.clear")}</Button>}
              />
            }
          />
        </section>
      </div>
    </>
  );
}

/** The filters of the audit log: kind of thing, action, person and period. They apply at once. */
function AuditFilters({ of: { values, narrow, clear, isNarrowed, chosen }, choices }: Props) {
  const { t } = useTranslation();
  const kinds = choices?.kinds ?? [];
  const offered = kinds.filter(({ kind }) => values.kind === "" || kind === values.kind).flatMap(({ actions }) => actions);
  const options = {
    kind: sorted(kinds.map(({ kind }) => ({ value: kind, label: t(`audit.kinds.${kind}`) }))),
    action: sorted([...new Set(offered)].map((name) => ({ value: name, label: sayAction(name, t) }))),
    person: (choices?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const choice = (name: keyof typeof options, onChange: (value: string) => void) => (
    <ChoiceFilter
      label={t(`audit.filter.${name}`)}
      all={t(`audit.filter.all.${name}`)}
      value={values[name]}
      options={options[name]}
      onChange={onChange}
    />
  );
  return (
    <FilterBar label={t("audit.filter.label")} chosen={chosen}>
      {/* another kind has other things and other actions, so reset these filters */}
      {choice("kind", (kind) => narrow({ kind, subject: "", action: "" }))}
      {choice("action", (action) => narrow({ action }))}
      {choice("person", (person) => narrow({ person }))}
      <PeriodFilter from={readDay(values.from)} to={readDay(values.to)} onChange={narrow} />
      {isNarrowed && (
        <Button size="s" tone="quiet" onClick={clear}>
          {t("audit.empty.clear")}
        </Button>
      )}
    </FilterBar>
  );
}

/** The parameters of the API call. Invalid values, such as in an address typed by hand, are left out. */
function queryOf({ kind, subject, action, person, from, to }: Values) {
  const known = isKind(kind) ? kind : null;
  return {
    ...(known && { kind: known }),
    ...(known && /^\d{1,15}$/.test(subject) && { subject: Number(subject) }),
    ...(/^[\w.-]{1,64}$/.test(action) && { action }),
    ...(/^[1-9]\d{0,14}$/.test(person) && { person: Number(person) }),
    ...periodOf({ from: readDay(from), to: readDay(to) }),
  };
}
