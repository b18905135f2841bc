import { Siren } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { Icon } from "@/components/ui/icon";

/** Above the actions: the words for which somebody may come to harm, and what an admin has written about it. */
export function HarmBand({ harm }: { harm: NonNullable<TaskDetail["harm"]> }) {
  const { t } = useTranslation();
  return (
    <section className="notice is-danger harm-band" aria-label={t("work.harm.title")}>
      <Icon of={Siren} />
      <div className="stack-s">
        {harm.passages.length > 0 && (
          <ul className="harm-passages" aria-label={t("work.harm.passages")}>
            {harm.passages.map((passage) => (
              <li key={passage} dir="auto">
                “{passage}”
              </li>
            ))}
          </ul>
        )}
        <p className="harm-guidance" dir="auto">
          {harm.guidance}
        </p>
      </div>
    </section>
  );
}
