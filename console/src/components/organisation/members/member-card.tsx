import { Building, Plus } from "lucide-react";
import { Suspense, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { useCompanyList } from "@/components/organisation/use-company-list";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { FindField } from "@/components/table/find-field";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatNumber } from "@/lib/dates";

import { AddMember } from "./lazy";
import { memberTable } from "./member-columns";
import type { MemberList } from "./member-list";

const MANY = 10; // from this many members on, a search field is shown
const FEW = 3;

/** The companies of a group or a tag, with add and remove for people who may change them. */
export function MemberCard({ of: list }: { of: MemberList }) {
  const { t } = useTranslation();
  const title = useId();
  const [adding, setAdding] = useState(false);
  const { change, texts } = list;
  const { query, words, sorting, isNarrowed, clear } = useCompanyList(memberTable);
  const members = usePages([list.path, list.id, list.version, query], (cursor, signal) => list.fetch({ ...query, cursor }, signal));
  const { rows } = members;
  const source = { ...members, rows: rows?.map((row) => ({ ...row, list: list.id, change })) };
  const without = [...(change ? [] : ["actions"]), ...(rows?.some(({ postcode }) => postcode) === false ? ["postcode"] : [])];
  // as many skeleton rows as the known size: content below does not move
  const declaration = useMemo(() => ({ ...memberTable, skeletons: Math.min(Math.max(list.size ?? FEW, 1), MANY) }), [list.size]);
  const table = useTable(declaration, source, { sorting, without });
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{texts.title}</h2>
        {list.size !== null && <span className="meta tabular">{formatNumber(list.size)}</span>}
        <span className="end" />
        <CsvExport name="companies" fetch={() => list.save(query)} />
        {change && (
          <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
            {t("organisation.members.add")}
          </Button>
        )}
      </div>
      {(list.size === null || list.size > MANY || isNarrowed) && (
        <TableTools of={table} filters={<FindField label={t("organisation.members.find")} words={words} />} />
      )}
      <DataTable
        of={table}
        label={texts.title}
        failed={t("organisation.members.failed")}
        empty={
          isNarrowed ? (
            <Empty icon={Building} title={t("organisation.members.nothing")} actions={<Button onClick={clear}>{t("organisation.group.clear")}</Button>} />
          ) : (
            <Empty icon={Building} title={texts.empty} />
          )
        }
      />
      {adding && change && (
        <Suspense fallback={<HoldKeys />}>
          <AddMember list={list.id} change={change} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
