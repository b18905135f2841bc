import { Trans, useTranslation } from "react-i18next";

import type { TakenOver } from "@/api/types";
import { formatTime } from "@/lib/dates";

/** The person who took the item over, with time and reason. */
export function LossNotice({ loss: { by, at, note } }: { loss: TakenOver }) {
  const { t } = useTranslation();
  return (
    <p>
      <bdi>{t("people.loss.title", { name: by.name, time: formatTime(at) })}</bdi>.{" "}
      {note && (
        <bdi>
          <Trans i18nKey="people.loss.why" values={{ note }} components={{ q: <q /> }} />
        </bdi>
      )}
    </p>
  );
}
