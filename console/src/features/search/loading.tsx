import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

import styles from "./search.module.css";

const WIDTHS = ["40%", "64%", "32%", "56%"];

/** Placeholder of the first results. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <section className="card" role="status" aria-label={t("common.loading")}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </section>
  );
}
