import { X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import type { NextItem } from "@/features/claim/use-take-next";

/** Why there is no next item: nothing free, too many held, or no answer. It stays until the next try. */
export function NextNotice({ next }: { next: NextItem }) {
  const { t } = useTranslation();
  if (!next.problem) return null;
  return (
    <div className="desk-notice">
      <Notice tone={next.problem === "none" ? "info" : "warning"}>
        <div className="row base">
          <p>
            <strong>{t(`work.next.${next.problem}.title`)}</strong> {t(`work.next.${next.problem}.text`)}
          </p>
          <span className="end" />
          <IconButton icon={X} size="s" label={t("common.close")} onClick={next.dismiss} />
        </div>
      </Notice>
    </div>
  );
}
