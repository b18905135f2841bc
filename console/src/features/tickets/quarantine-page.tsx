import "./list-words";

import { MailWarning } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useMailSetAside } from "@/features/counts/mail-set-aside";
import { formatNumber } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";
import { useAddress } from "@/lib/use-address";

import { quarantineTable, type Quarantined } from "./quarantine-columns";
import styles from "./tickets.module.css";
import { useWayBack } from "./way-back";

const LISTS = ["waiting", "settled"] as const;

const MailDialog = lazyPart(async () => ({ default: (await import("@/components/desk/mail-dialog")).MailDialog }));

/** Mails that were set aside, newest first: each can be read in its original form, and turned into a ticket. */
export function QuarantinePage() {
  const { t } = useTranslation();
  const [reading, setReading] = useState<Quarantined | null>(null);
  const [params, setParams] = useAddress();
  const list = params.get("list") === "settled" ? "settled" : "waiting";
  const mails = usePages(["/api/mail/quarantine", list], async (cursor, signal) => {
    const query = { settled: list === "settled", ...(cursor && { before: Number(cursor) }) };
    const { items, next_before: next } = await answer(api.GET("/api/mail/quarantine", { params: { query }, signal }));
    return { items, next_cursor: next === null ? null : String(next) };
  });
  const rows = useMemo(() => mails.rows?.map((mail) => ({ ...mail, read: () => setReading(mail) })), [mails.rows]);
  const table = useTable(quarantineTable, { ...mails, rows });
  const unread = useMailSetAside();
  const [back, link] = useWayBack();
  return (
    <>
      <PageHead title={t("navigation.quarantine")} facts={[rows?.length !== 0 && link, t("ticketList.quarantine.text")]} back={back} />
      <div className={`page ${styles.full}`}>
        <section aria-label={t("navigation.quarantine")}>
          <div className={styles.lists}>
            <div className="tabs" role="group" aria-label={t("ticketList.quarantine.which")}>
              {LISTS.map((name) => (
                <button key={name} type="button" className="tab" aria-pressed={name === list} onClick={() => setParams(name === "settled" ? { list: name } : {})}>
                  {t(`ticketList.quarantine.lists.${name}`)}{" "}
                  {name === "waiting" && unread !== undefined && <bdi className="count">{formatNumber(unread)}</bdi>}
                </button>
              ))}
            </div>
          </div>
          {rows?.length !== 0 && <TableTools of={table} />}
          <DataTable
            of={table}
            label={t("navigation.quarantine")}
            failed={t("ticketList.quarantine.failed")}
            empty={
              <Empty
                icon={MailWarning}
                title={t(`ticketList.quarantine.empty.${list}`)}
                actions={
                  <Link className={buttonClass()} to={back.to}>
                    {back.label}
                  </Link>
                }
              >
                {t(`ticketList.quarantine.emptyText.${list}`)}
              </Empty>
            }
          />
        </section>
      </div>
      <Suspense fallback={null}>{reading && (
          <MailDialog
            title={t("ticketList.quarantine.mail", { id: reading.id })}
            read={readQuarantined(reading.id)}
            onClose={() => setReading(null)}
          />
        )}</Suspense>
    </>
  );
}

const readQuarantined = (id: number) => (key: string) =>
  answer(
    api.POST("/api/mail/quarantine/{mail_id}/source", {
      params: { path: { mail_id: id } },
      headers: { "Idempotency-Key": key },
    }),
  );
