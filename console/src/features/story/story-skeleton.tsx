import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

import styles from "./story.module.css";

const TEXT = ["40%", "96%", "92%", "98%", "61%", "94%", "42%"];
const EVENTS = ["70%", "54%", "62%", "48%"];

/** Placeholder of a story, with the same layout. */
export function StorySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={`page ${styles.page}`} role="status" aria-label={t("common.loading")}>
      <div className={`cols ${styles.cols}`}>
        <Lines widths={TEXT} />
        <Lines widths={EVENTS} />
      </div>
    </div>
  );
}

function Lines({ widths }: { widths: readonly string[] }) {
  return (
    <div className="card card-body stack-s">
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
