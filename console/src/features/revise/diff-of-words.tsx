import { useTranslation } from "react-i18next";

import { DiffText } from "./diff-text";
import { FIELDS, type ReviewWords } from "./fields";
import styles from "./revise.module.css";

interface Props {
  before: ReviewWords;
  after: ReviewWords;
}

/** Two versions of a review: the fields that differ, word by word. */
export function DiffOfWords({ before, after }: Props) {
  const { t } = useTranslation();
  const changed = FIELDS.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return <p className="dim">{t("revise.diff.none")}</p>;
  const shown = (value: string | boolean) => (typeof value === "string" ? value : t(value ? "revise.yes" : "revise.no"));
  return (
    <dl className={styles.diff}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{t(`revise.fields.${name}`)}</dt>
          <dd>
            <DiffText before={shown(before[name])} after={shown(after[name])} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
