import { Siren } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

interface Props {
  harm: NonNullable<TaskDetail["harm"]>;
  /** One line, which a press opens: a form stands below it, and the text that is judged above. */
  folded: boolean;
  /** What the guidance asks for. */
  children?: ReactNode;
}

/** Above the actions: the words for which somebody may come to harm, and what an admin has written about it. */
export function HarmBand({ harm, folded, children }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [first] = harm.passages;
  if (folded && !opened)
    return (
      <section className="notice is-danger harm-band harm-line" aria-label={t("work.harm.title")}>
        <Icon of={Siren} />
        <p className="cut">
          <strong>{t("work.harm.title")}</strong>
          {first && <bdi className="dot">“{first}”</bdi>}
        </p>
        <span className="end" />
        <Button size="s" aria-expanded={false} onClick={() => setOpened(true)}>
          {t("work.harm.show")}
        </Button>
      </section>
    );
  return (
    <section className="notice is-danger harm-band" aria-label={t("work.harm.title")}>
      <Icon of={Siren} />
      <div className="stack-s">
        <strong>{t("work.harm.title")}</strong>
        <p className="harm-guidance" dir="auto">
          {/* where it begins with the title, that is said once */}
          {harm.guidance.replace(t("work.harm.sentence"), "").trim()}
        </p>
        {harm.passages.length > 0 && (
          <ul className="harm-passages" aria-label={t("work.harm.passages")}>
            {harm.passages.map((passage) => (
              <li key={passage} dir="auto">
                “{passage}”
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}
