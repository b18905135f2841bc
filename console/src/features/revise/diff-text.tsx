import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { diffOf } from "./diff";
import styles from "./revise.module.css";

interface Props {
  before: string;
  after: string;
}

/**
 * Inserted words are underlined, removed ones struck through, so not only by colour; screen readers get `ins` and
 * `del`.
 */
export function DiffText({ before, after }: Props) {
  const { t } = useTranslation();
  const pieces = useMemo(() => diffOf(before, after), [before, after]);
  return (
    <p className={styles.words} dir="auto">
      {pieces.map(({ kind, text }, index) =>
        kind === "in" ? (
          <ins key={index}>
            <span className="sr">{t("revise.diff.in")} </span>
            {text}
          </ins>
        ) : kind === "out" ? (
          <del key={index}>
            <span className="sr">{t("revise.diff.out")} </span>
            {text}
          </del>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  );
}
