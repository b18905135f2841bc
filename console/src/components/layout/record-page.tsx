import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { isMissing } from "@/api/error";
import { useFailure } from "@/api/use-failure";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";

import { PageHead } from "./page-head";

interface Props<Data> {
  of: UseQueryResult<Data>;
  /** The kind of thing; shown until its own name is loaded. */
  kind: string;
  head: { name: string | undefined; facts?: readonly ReactNode[] };
  /** The link to the list of such things; null if the person may not read that list. */
  back: { to: string; label: string } | null;
  says: { missing: string; missingText: string; failed: string };
  /** Shown for a missing thing: what is left of it, such as its audit log. */
  remains?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The page of one thing: its content, or that it is missing, or that it could not be loaded. */
export function RecordPage<Data>({ of, kind, head, back, says, remains, children }: Props<Data>) {
  const { t } = useTranslation();
  const failure = useFailure(of);
  const missing = isMissing(failure.error);
  const way = back ?? { to: paths.home, label: t("dashboard.queues.title") };
  return (
    <>
      <PageHead title={(missing ? undefined : head.name) ?? kind} facts={head.facts && (missing ? [] : head.facts)} back={back} />
      <div className="page stack">
        {missing ? (
          <>
            <Empty
              icon={SearchX}
              title={says.missing}
              actions={
                <Link className={buttonClass()} to={way.to}>
                  {way.label}
                </Link>
              }
            >
              {says.missingText}
            </Empty>
            {remains}
          </>
        ) : of.data !== undefined ? (
          children(of.data)
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed title={says.failed} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
      </div>
    </>
  );
}
