import "./words";

import { useTranslation } from "react-i18next";

import { Letter } from "@/components/desk/letter";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { FormValues } from "@/lib/drafts";

import styles from "./statement.module.css";
import { useLetter } from "./use-letter";

interface Props {
  taskId: number;
  outcome: string;
  values: FormValues | undefined;
}

/** The statement of reasons as its author will read it, beside the form from which it is composed. */
export function StatementPreview({ taskId, outcome, values }: Props) {
  const { t } = useTranslation();
  const { letter, filled, isFetching, invalid, error, retry, retrying } = useLetter(taskId, outcome, values);
  return (
    <div
      className={`item-aside ${styles.aside}`}
      role="region"
      tabIndex={0}
      aria-label={t("statements.preview.title")}
      aria-busy={isFetching}
    >
      <section className="stack-s">
        <h3 className="section-title">
          {t("statements.preview.title")}
          <span className="end" />
          {letter?.to && <bdi>{t("statements.preview.to", { to: letter.to })}</bdi>}
        </h3>
        {!filled ? (
          <p className="dim">{t("statements.preview.wait")}</p>
        ) : invalid ? (
          <p className="dim">{t("statements.preview.invalid")}</p>
        ) : error !== null ? (
          <LoadFailed title={t("statements.preview.failed")} error={error} onRetry={retry} retrying={retrying} />
        ) : letter ? (
          <Letter subject={letter.subject} body={letter.body} />
        ) : (
          <div className="stack-s" aria-hidden>
            {["90%", "70%", "80%"].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        )}
        {filled && letter && !invalid && <p className="meta">{t(letter.to ? "statements.preview.when" : "statements.preview.unmailed")}</p>}
      </section>
      {filled && letter && !invalid && (
        <section className="stack-s">
          <h3 className="section-title">{t("statements.preview.filed")}</h3>
          <dl className="fields">
            {Object.entries(letter.filed).map(([name, value]) => (
              <div key={name} className={styles.field}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
