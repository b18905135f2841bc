import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { useWhole } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Notice } from "@/components/ui/notice";
import { formatTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useAtLeast } from "@/lib/use-media";

import styles from "./history.module.css";
import { verificationTable } from "./verification-columns";
import { isRunning, useVerifications, useVerify } from "./verifications";
import { Changed, useVerified } from "./verified";

import "./words";

/** When history was verified, by whom, how far, and with which result; and a button that starts a verification. */
export function VerificationPage() {
  const { t } = useTranslation();
  const query = useVerifications();
  const verify = useVerify();
  const verified = useVerified();
  const items = query.data?.items;
  const table = useTable(verificationTable, useWhole(query, items));
  const isWide = useAtLeast("sm"); // on a phone the line has space for the sentence only
  const running = items?.some(isRunning) ?? false;
  const label = t("history.verification.title");
  const never = items?.length === 0;
  const action = (
    <Button size={never ? "m" : "s"} tone={never ? "primary" : "neutral"} icon={ShieldCheck} busy={verify.busy || running} onClick={() => void verify.run(undefined)}>
      {t(running ? "history.verification.running" : "history.verification.now")}
    </Button>
  );
  const isAlone = !isWide && verified !== null && !never;
  const next = query.data && t(isAlone ? "history.verification.nextAlone" : "history.verification.next", { time: formatTime(query.data.next_at) });
  return (
    <>
      <PageHead title={label} facts={[isWide && <Link to={paths.history}>{t("navigation.history")}</Link>, isAlone ? null : never || !verified ? t("history.verification.fact") : verified.sentence, (isWide || isAlone || never) && next]} back={{ to: paths.history, label: t("navigation.history") }} />
      <div className="page stack">
        <Changed />
        <section className="card" aria-label={label}>
          <div className="card-head">
            <h2>{t("history.verification.list")}</h2>
            <span className="end" />
            {!never && action}
          </div>
          {verify.refusal !== null && (
            <div className="card-body">
              <Notice tone="danger" alert>
                {t("history.verification.refused")}
              </Notice>
            </div>
          )}
          <DataTable
            of={table}
            label={label}
            failed={t("history.verification.failed")}
            empty={
              <Empty icon={ShieldCheck} title={t("history.verification.never")} actions={action}>
                {t("history.verification.neverText")}
              </Empty>
            }
          />
          <div className="card-foot">
            <p className={`meta ${styles.about}`}>{t("history.verification.about")}</p>
          </div>
        </section>
      </div>
    </>
  );
}
