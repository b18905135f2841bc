import "./words";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths } from "@/lib/paths";

import { GroupFacts } from "./group-facts";
import { Members } from "./members";

/** One group: its facts, its members, its audit log. */
export function GroupPage() {
  const { groupID } = useParams();
  return <OneGroup key={groupID} id={Number(groupID)} />;
}

function OneGroup({ id }: { id: number }) {
  const { t } = useTranslation();
  const group = useQuery(read("/api/group/{group_id}", { path: { group_id: id } }));
  const failure = useFailure(group);
  const back = { to: paths.groups, label: t("organisation.group.toList") };
  if (failure.error instanceof ApiError && failure.error.status === 404)
    return (
      <>
        <PageHead title={t("navigation.group")} back={back} />
        <div className="page stack">
          <Empty
            icon={SearchX}
            title={t("organisation.group.missing", { id })}
            actions={
              <Link className={buttonClass()} to={paths.groups}>
                {t("organisation.group.toList")}
              </Link>
            }
          >
            {t("organisation.group.missingText")}
          </Empty>
          <AuditLog kind="group" id={id} />
        </div>
      </>
    );
  return (
    <>
      <PageHead title={group.data?.name ?? t("navigation.group")} back={back} />
      <div className="page stack">
        {group.data ? (
          <>
            <GroupFacts group={group.data} />
            <Members group={group.data} />
            <AuditLog kind="group" id={id} />
          </>
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed
            title={t("organisation.group.oneFailed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        )}
      </div>
    </>
  );
}
