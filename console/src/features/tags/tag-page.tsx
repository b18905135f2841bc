import "./words";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";

import { ApiError } from "@/api/error";
import { read } from "@/api/queries";
import type { Tag } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { PageHead } from "@/components/layout/page-head";
import { buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths } from "@/lib/paths";

import { Companies } from "./companies";
import { TagFacts } from "./tag-facts";

// an evaluation in the background ends soon: its figures appear by themselves
const ASK_AGAIN_MS = 3_000;
const isBeingCounted = (tag: Tag | undefined) => tag?.counted_at === null;

/** One tag: its facts, its companies, its audit log. */
export function TagPage() {
  const { tagID } = useParams();
  return <OneTag key={tagID} id={Number(tagID)} />;
}

function OneTag({ id }: { id: number }) {
  const { t } = useTranslation();
  const tag = useQuery({
    ...read("/api/tag/{tag_id}", { path: { tag_id: id } }),
    refetchInterval: ({ state }) => isBeingCounted(state.data) && ASK_AGAIN_MS,
  });
  const failure = useFailure(tag);
  const back = { to: paths.tags, label: t("tags.toList") };
  if (failure.error instanceof ApiError && failure.error.status === 404)
    return (
      <>
        <PageHead title={t("navigation.tag")} back={back} />
        <div className="page stack">
          <Empty
            icon={SearchX}
            title={t("tags.missing", { id })}
            actions={
              <Link className={buttonClass()} to={paths.tags}>
                {t("tags.toList")}
              </Link>
            }
          >
            {t("tags.missingText")}
          </Empty>
          <AuditLog kind="tag" id={id} />
        </div>
      </>
    );
  return (
    <>
      <PageHead title={tag.data?.name ?? t("navigation.tag")} back={back} />
      <div className="page stack">
        {tag.data ? (
          <>
            <TagFacts tag={tag.data} />
            <Companies tag={tag.data} />
            <AuditLog kind="tag" id={id} />
          </>
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed
            title={t("tags.oneFailed")}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.retrying}
          />
        )}
      </div>
    </>
  );
}
