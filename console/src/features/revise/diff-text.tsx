import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { diffOf } from "./diff";
import styles from "./revise.module.css";

interface Props {
  before: string;
  after: string;
}

/** What came in is underlined, what went out struck through: told by more than colour, and to screen readers by name. */
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
