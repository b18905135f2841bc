import { useTranslation } from "react-i18next";

import type { Statement } from "@/api/types";

import { IssuedLetter } from "./issued-letter";
import styles from "./statements.module.css";

/** What a statement says, in full, and beside it the letter in which its author reads it. */
export function StatementText({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  return (
    <div className={styles.opened}>
      <dl className={`facts ${styles.text}`}>
        {(["reference", "explanation", "facts", "rule"] as const).map((name) => (
          <div key={name} className="facts-row">
            <dt>{t(`statements.${name}`)}</dt>
            <dd dir="auto">{statement[name]}</dd>
          </div>
        ))}
      </dl>
      {statement.mail && <IssuedLetter reference={statement.reference} />}
    </div>
  );
}
