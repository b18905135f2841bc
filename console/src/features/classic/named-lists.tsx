import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { intoSight } from "@/lib/into-sight";
import { paths } from "@/lib/paths";

import styles from "./classic.module.css";
import { NAMED } from "./named";
import { type View, writeView } from "./view";

/** The named lists as links; the one that is shown is marked. */
export function NamedLists({ view }: { view: View }) {
  const { t } = useTranslation();
  const shown = writeView(view).toString();
  return (
    <nav className={styles.named} aria-label={t("classic.named.label")}>
      {NAMED.map((list) => {
        const query = writeView(list.view).toString();
        return (
          <Link
            key={list.name}
            ref={query === shown ? intoSight : undefined}
            className="chip"
            data-on={query === shown || undefined}
            aria-current={query === shown ? "page" : undefined}
            to={query ? `${paths.classic}?${query}` : paths.classic}
          >
            {t(`classic.named.${list.name}`)}
          </Link>
        );
      })}
    </nav>
  );
}
