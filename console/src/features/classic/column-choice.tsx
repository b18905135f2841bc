import { useTranslation } from "react-i18next";

import { Disclosure } from "@/components/ui/disclosure";

import styles from "./classic.module.css";
import { type Column, COLUMNS } from "./use-columns";

interface Props {
  shown: readonly Column[];
  onToggle: (column: Column) => void;
}

/** Which columns are shown. */
export function ColumnChoice({ shown, onToggle }: Props) {
  const { t } = useTranslation();
  return (
    <Disclosure label={t("classic.columns.label")} className="at-end">
      <fieldset className={styles.choices}>
        <legend className="sr">{t("classic.columns.label")}</legend>
        {COLUMNS.map((column) => (
          <label key={column} className="check">
            <input type="checkbox" checked={shown.includes(column)} onChange={() => onToggle(column)} />
            {t(`classic.columns.${column}`)}
          </label>
        ))}
      </fieldset>
    </Disclosure>
  );
}
