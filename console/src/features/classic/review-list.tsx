import { Download, SearchX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, isBlinded } from "@/api/error";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

import { fetchExport } from "./calls";
import styles from "./classic.module.css";
import { ColumnChoice } from "./column-choice";
import { Filters } from "./filters";
import { ReviewTable } from "./review-table";
import { saveAs } from "./save-as";
import { useColumns } from "./use-columns";
import { useReviews } from "./use-reviews";
import type { Sort, View } from "./view";

interface Props {
  view: View;
  /** All are of one company, which is named above. */
  ofCompany?: boolean;
  onChange: (change: Partial<View>) => void;
}

const WIDTHS = ["72%", "64%", "81%", "58%", "70%", "66%"];

/** The table of reviews with its filters, columns and file; its four states. */
export function ReviewList({ view, ofCompany = false, onChange }: Props) {
  const { t } = useTranslation();
  const reviews = useReviews(view);
  const [columns, toggle] = useColumns();
  const onSort = (sort: Sort) => onChange({ sort, ascending: view.sort === sort ? !view.ascending : false });
  // what few reviews have is looked for part by part: a page may be empty, and there is more all the same
  const { rows, further } = reviews;

  return (
    <section className={`card ${styles.list}`} aria-busy={reviews.isPlaceholderData}>
      <div className={styles.bar}>
        <Filters view={view} onChange={onChange} />
        <span className={`row ${styles.tools}`}>
          <ColumnChoice shown={columns} onToggle={toggle} />
          <ExportButton view={view} />
        </span>
      </div>
      {reviews.isPending ? (
        <div className={`card-body ${styles.loading}`} role="status" aria-label={t("common.loading")}>
          {WIDTHS.map((width) => (
            <span key={width} className={styles.waiting}>
              <Skeleton width={width} />
            </span>
          ))}
        </div>
      ) : reviews.isError ? (
        <LoadFailed
          title={t("classic.failed")}
          error={reviews.error}
          onRetry={() => void reviews.refetch()}
          retrying={reviews.isFetching}
        />
      ) : rows.length === 0 && !further ? (
        <Empty icon={SearchX} title={t("classic.empty.title")}>
          {t("classic.empty.text")}
        </Empty>
      ) : (
        <>
          {rows.length > 0 && (
            <div className={styles.scroll} role="region" tabIndex={0} aria-label={t("classic.table")}>
              <ReviewTable rows={rows} columns={ofCompany ? columns.filter((one) => one !== "company") : columns} view={view} onSort={onSort} />
            </div>
          )}
          {further && (
            <p className="card-body" role="status">
              {t("classic.searched", { count: rows.length })}
            </p>
          )}
        </>
      )}
      {reviews.hasNextPage && (
        <div className="card-foot">
          <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
            {t(further ? "classic.further" : "classic.more")}
          </Button>
        </div>
      )}
    </section>
  );
}

function ExportButton({ view }: { view: View }) {
  const { t } = useTranslation();
  const [state, setState] = useState<"busy" | "failed" | "tooWide" | "blind" | number | null>(null);
  const save = async () => {
    setState("busy");
    try {
      const { file, cutAt } = await fetchExport(view);
      saveAs(file, `reviews-${new Date().toISOString().slice(0, 10)}.csv`);
      setState(cutAt);
    } catch (error) {
      if (isBlinded(error)) setState("blind");
      else setState(error instanceof ApiError && error.status === 422 ? "tooWide" : "failed");
    }
  };
  return (
    <>
      <Button size="s" icon={Download} busy={state === "busy"} title={t("classic.export.hint")} onClick={() => void save()}>
        {t("classic.export.label")}
      </Button>
      {(state === "failed" || state === "tooWide" || state === "blind") && (
        <Notice tone="danger" alert>
          {t(state === "blind" ? "states.blind.file" : `classic.export.${state}`)}
        </Notice>
      )}
      {typeof state === "number" && (
        <Notice tone="warning" alert>
          {t("classic.export.cut", { number: formatNumber(state) })}
        </Notice>
      )}
    </>
  );
}
