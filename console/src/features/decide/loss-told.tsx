import { Trans, useTranslation } from "react-i18next";

import type { TakenOver } from "@/api/types";
import { formatTime } from "@/lib/dates";

/** Who took the item from the person at this desk, when and why. */
export function LossTold({ loss: { by, at, note } }: { loss: TakenOver }) {
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
