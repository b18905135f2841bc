import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";

import styles from "./accounts.module.css";

/** The accounts that the person opened last. */
export function RecentAccounts() {
  const { t } = useTranslation();
  const title = useId();
  const recent = useQuery(read("/api/users/recent"));
  const { error, retry, retrying } = useFailure(recent);
  const accounts = recent.data?.items;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.recent.title")}</h2>
      </div>
      <div className="card-body">
        {accounts ? (
          accounts.length > 0 ? (
            <ul className={`plain ${styles.recent}`}>
              {accounts.map(({ id, name }) => (
                <li key={id}>
                  <Link to={paths.account(id)} dir="auto">
                    {name.full}
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">{t("accounts.recent.empty")}</p>
          )
        ) : error === null ? (
          <Skeleton width="40%" />
        ) : (
          <LoadFailed title={t("accounts.recent.failed")} error={error} onRetry={retry} retrying={retrying} />
        )}
      </div>
    </section>
  );
}
