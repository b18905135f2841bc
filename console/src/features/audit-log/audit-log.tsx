import { Plus } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { LogKind } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

import { logTable } from "./columns";

const EntryDialog = lazyPart(async () => ({ default: (await import("./entry-dialog")).EntryDialog }));

interface Props {
  kind: LogKind;
  id: number;
  /** People may write into it. */
  manual?: boolean;
}

/** The audit log of one thing: time, user and log text, the newest first. */
export function AuditLog({ kind, id, manual = false }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const [writing, setWriting] = useState(false);
  const params = { path: { kind, subject_id: id } };
  const entries = usePages(["/api/audit/{kind}/{subject_id}", params], (cursor, signal) =>
    answer(api.GET("/api/audit/{kind}/{subject_id}", { params: { ...params, query: { cursor } }, signal })),
  );
  const table = useTable(logTable, entries);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("organisation.log.title")}</h2>
        <span className="end" />
        {manual && (
          <Button size="s" icon={Plus} onClick={() => setWriting(true)}>
            {t("organisation.log.add")}
          </Button>
        )}
      </div>
      <DataTable
        of={table}
        label={t("organisation.log.title")}
        failed={t("organisation.log.failed")}
        empty={<p className="card-body soft">{t("organisation.log.empty")}</p>}
      />
      {writing && (
        <Suspense fallback={<HoldKeys />}>
          <EntryDialog kind={kind} id={id} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  );
}
