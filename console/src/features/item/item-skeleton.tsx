import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";
import { useKeysAhead } from "@/lib/hotkeys";

const LINES = ["96%", "92%", "98%", "60%", "94%", "88%", "42%"];

/** Placeholder of an item, with the same layout. */
export function ItemSkeleton() {
  const { t } = useTranslation();
  useKeysAhead();
  return (
    <div className="item-grid" role="status" aria-label={t("common.loading")}>
      <div className="lockbar">
        <Skeleton width="200px" />
      </div>
      <div className="item-body">
        <div className="item-head">
          <Skeleton width="140px" />
          <Skeleton width="52%" />
          <Skeleton width="38%" />
        </div>
        <div className="prose">
          {LINES.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
      <div className="item-aside" />
      <div className="decision">
        <div className="actions" />
      </div>
    </div>
  );
}
