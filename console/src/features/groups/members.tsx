import { Building, Plus } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { Group } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

import { AddMember } from "./lazy";
import { memberTable } from "./member-columns";

/** The companies of a group, added and removed here. */
export function Members({ group }: { group: Group }) {
  const { t } = useTranslation();
  const title = useId();
  const [adding, setAdding] = useState(false);
  const params = { path: { group_id: group.id } };
  const members = usePages(["/api/group/{group_id}/members", params], (cursor, signal) =>
    answer(api.GET("/api/group/{group_id}/members", { params: { ...params, query: { cursor } }, signal })),
  );
  const { rows } = members;
  const table = useTable(memberTable, { ...members, rows: rows?.map((row) => ({ ...row, group: group.id })) });
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.members.title")}</h2>
        <span className="end" />
        <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
          {t("organisation.members.add")}
        </Button>
      </div>
      <DataTable
        of={table}
        label={t("organisation.members.title")}
        failed={t("organisation.members.failed")}
        empty={<Empty icon={Building} title={t("organisation.members.empty")} />}
      />
      {adding && (
        <Suspense fallback={<HoldKeys />}>
          <AddMember group={group} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
