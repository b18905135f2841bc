import "./list-words";

import { MailWarning } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";
import { lazyPart } from "@/lib/lazy-part";
import { paths } from "@/lib/paths";

import { quarantineTable, type Quarantined } from "./quarantine-columns";

const MailDialog = lazyPart(async () => ({ default: (await import("./mail-dialog")).MailDialog }));

/** Mail that could not become a message of a ticket, newest first. Each can be read as it came. */
export function QuarantinePage() {
  const { t } = useTranslation();
  const [reading, setReading] = useState<Quarantined | null>(null);
  const mails = usePages(["/api/mail/quarantine"], async (cursor, signal) => {
    const query = cursor ? { before: Number(cursor) } : {};
    const { items, next_before: next } = await answer(api.GET("/api/mail/quarantine", { params: { query }, signal }));
    return { items, next_cursor: next === null ? null : String(next) };
  });
  const rows = useMemo(() => mails.rows?.map((mail) => ({ ...mail, read: () => setReading(mail) })), [mails.rows]);
  const table = useTable(quarantineTable, { ...mails, rows });
  const back = { to: paths.ticketList, label: t("navigation.ticketList") };
  return (
    <>
      <PageHead title={t("navigation.quarantine")} facts={[t("ticketList.quarantine.text")]} back={back} />
      <div className="page">
        <section className="card" aria-label={t("navigation.quarantine")}>
          <DataTable
            of={table}
            label={t("navigation.quarantine")}
            failed={t("ticketList.quarantine.failed")}
            empty={<Empty icon={MailWarning} title={t("ticketList.quarantine.empty")} />}
          />
        </section>
      </div>
      <Suspense fallback={null}>{reading && <MailDialog id={reading.id} onClose={() => setReading(null)} />}</Suspense>
    </>
  );
}
