import { useTranslation } from "react-i18next";

import type { Statement } from "@/api/types";

import styles from "./statements.module.css";

/** What a statement says, in full. */
export function StatementText({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  return (
    <dl className={`facts ${styles.text}`}>
      {(["reference", "explanation", "facts", "rule"] as const).map((name) => (
        <div key={name} className="facts-row">
          <dt>{t(`statements.${name}`)}</dt>
          <dd dir="auto">{statement[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
