import { BadgeCheck, VenetianMask } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Subject } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { useSourceName } from "@/components/desk/use-source-name";
import { Icon } from "@/components/ui/icon";

/** What kind of review it is: its rating, where it came from, what is known of its author. */
export function ItemKind({ subject: { rating, source, verified, anonymous } }: { subject: Subject }) {
  const { t } = useTranslation();
  const sourceName = useSourceName(source);
  return (
    <div className="row wrap">
      {rating === null ? (
        <span className="meta">{t("work.stars.none")}</span>
      ) : (
        <>
          <Stars rating={rating} large />
          <span className="meta">
            <bdi>{t("work.stars.of", { rating })}</bdi>
          </span>
        </>
      )}
      <span className="badge">{sourceName}</span>
      {verified && (
        <span className="badge badge-line">
          <Icon of={BadgeCheck} />
          {t("work.item.verified")}
        </span>
      )}
      {anonymous && (
        <span className="badge badge-line" title={t("work.item.anonymousHint")}>
          <Icon of={VenetianMask} />
          {t("work.item.anonymous")}
        </span>
      )}
    </div>
  );
}
