import "./words";

import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { MAIL_STATES } from "@/components/desk/mail-state";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
import { ChoiceFilter, FilterBar, PeriodFilter } from "@/components/table/filter-fields";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useAddress } from "@/lib/use-address";

import { statementTable } from "./columns";
import { isNarrowed, KINDS, readFilters, type StatementFilters as Filters, writeFilters } from "./filters";
import { StatementText } from "./statement-text";
import { fetchExport, useStatements } from "./use-statements";

/** Statements of reasons, their delivery, and the export for the European Commission; for head moderators. */
export function StatementsPage() {
  const { t } = useTranslation();
  const [search, replaceSearch] = useAddress();
  const filters = readFilters(search);
  const table = useTable(statementTable, useStatements(filters), {
    details: (statement) => <StatementText statement={statement} />,
  });
  return (
    <>
      <PageHead title={t("statements.title")} facts={[t("statements.text")]} />
      <div className="page">
        <section className="card" aria-label={t("statements.title")}>
          <TableTools
            of={table}
            filters={
              <StatementFilters filters={filters} onChange={(next) => replaceSearch(writeFilters(next))} />
            }
          >
            {(["csv", "json"] as const).map((format) => (
              <ExportButton
                key={format}
                label={t(`statements.${format}`)}
                hint={t(`statements.${format}Hint`)}
                name="statements"
                format={format}
                fetch={() => fetchExport(filters, format)}
              />
            ))}
          </TableTools>
          <DataTable of={table} label={t("statements.title")} failed={t("statements.failed")} empty={<NoStatements narrowed={isNarrowed(filters)} onClear={() => replaceSearch("")} />} />
        </section>
      </div>
    </>
  );
}

function NoStatements({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (narrowed) return <Empty icon={MailX} title={t("statements.noMatch")} actions={<Button onClick={onClear}>{t("statements.clear")}</Button>} />;
  return (
    <Empty icon={MailX} title={t("statements.empty")}>
      {t("statements.emptyText")}
    </Empty>
  );
}

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

function StatementFilters({ filters, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...read("/api/statements/choices"), staleTime: 60_000 });
  const options = {
    reason: (data?.reasons ?? []).map(({ code, title }) => ({ value: code, label: title })),
    person: (data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  };
  return (
    <>
      <span className="row wrap" role="group" aria-label={t("statements.columns.kind")}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ ...filters, kind })}
          >
            {t(`statements.filter.${kind || "all"}`)}
          </button>
        ))}
      </span>
      <FilterBar label={t("statements.filter.label")} chosen={[filters.since || filters.until, filters.mail, filters.reason, filters.person].filter(Boolean).length}>
        {([["reason", "why"], ["person", "by"]] as const).map(([name, column]) => (
          <ChoiceFilter
            key={name}
            label={t(`statements.columns.${column}`)}
            all={t(`statements.filter.any.${name}`)}
            value={filters[name]}
            options={options[name]}
            onChange={(value) => onChange({ ...filters, [name]: value })}
          />
        ))}
        <PeriodFilter
          label={t("statements.columns.when")}
          from={filters.since}
          to={filters.until}
          onChange={({ from = filters.since, to = filters.until }) => onChange({ ...filters, since: from, until: to })}
        />
        <ChoiceFilter
          label={t("statements.columns.mail")}
          all={t("statements.filter.anyMail")}
          value={filters.mail}
          options={MAIL_STATES.map((value) => ({ value, label: t(`statements.mail.${value}`) }))}
          onChange={(mail) => onChange({ ...filters, mail: readFilters(new URLSearchParams({ mail })).mail })}
        />
      </FilterBar>
    </>
  );
}
