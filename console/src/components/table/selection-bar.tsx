import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { useHotkeys } from "@/lib/hotkeys";

import type { OwnSelection } from "./selection";
import styles from "./table.module.css";

interface Props<Row> {
  selection: OwnSelection<Row>;
  /** The actions for the selected rows. */
  children: ReactNode;
}

/** The number of selected rows and the actions for them; sticky while the page scrolls. */
export function SelectionBar<Row>({ selection: { rows, clear }, children }: Props<Row>) {
  const { t } = useTranslation();
  const count = rows.length;
  useHotkeys("lists", [{ keys: "Escape", label: t("people.select.keyClear"), run: clear }]);
  return (
    <div className={`row not-paper ${styles.selection}`} role="group" aria-label={t("people.select.count", { count })}>
      <span className="strong" role="status">
        {t("people.select.count", { count })}
      </span>
      <Button tone="quiet" onClick={clear}>
        {t("people.select.clear")}
      </Button>
      {children}
    </div>
  );
}
