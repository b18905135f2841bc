import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useSession, useUser } from "@/features/session/session-context";
import { usePageTitle } from "@/lib/page-title";

import { OwnFactors } from "./factors";
import styles from "./factors.module.css";

/** Shown instead of every page to people whose level must have a second factor, until they have one. */
export function SetUpPage() {
  const { t } = useTranslation();
  const { id } = useUser();
  const { refresh, signOut } = useSession();
  const facts = useQuery(read("/api/user/{user_id}/factors", { path: { user_id: id } }));
  const { error, retry, retrying } = useFailure(facts);
  usePageTitle(t("factors.required.title"));
  return (
    <main className="alone">
      <div className={`form ${styles.required}`}>
        <h1>{t("factors.required.title")}</h1>
        <p className="soft">{t("factors.required.text")}</p>
        {facts.data ? (
          <OwnFactors facts={facts.data} onStored={() => void refresh()} />
        ) : error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed title={t("factors.failed")} error={error} onRetry={retry} retrying={retrying} />
        )}
        <p>
          <Button tone="quiet" onClick={signOut}>
            {t("factors.required.signOut")}
          </Button>
        </p>
      </div>
    </main>
  );
}
