import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { Statement } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Letter } from "@/components/desk/letter";
import { stateOf } from "@/components/desk/mail-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDateTime } from "@/lib/dates";

import styles from "./statements.module.css";

/** A statement in full, beside the letter that its author got. */
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

/** The letter as its author got it: the recipient, the stored text, and its delivery state. */
function IssuedLetter({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const letter = useQuery(read("/api/statements/{reference}/letter", { path: { reference } }));
  const failure = useFailure(letter);
  const { data } = letter;
  if (failure.error !== null && !data)
    return (
      <LoadFailed
        title={t("statements.letter.failed")}
        error={failure.error}
        onRetry={failure.retry}
        retrying={failure.retrying}
      />
    );
  return (
    <section className={`stack-s ${styles.issued}`} aria-label={t("statements.letter.title")} aria-busy={!data}>
      <h3 className="section-title">
        {t("statements.letter.title")}
        <span className="end" />
        {data && <bdi>{data.to ? t("statements.preview.to", { to: data.to }) : t("statements.mail.no_address")}</bdi>}
      </h3>
      {data ? (
        <Letter subject={data.subject} body={data.body} />
      ) : (
        <div className="letter">
          {["90%", "70%", "80%"].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {data && (
        <ul className="meta">
          {data.states.map(({ at, state }) => (
            <li key={`${at} ${state}`}>
              {t(`statements.letter.states.${stateOf(state)}`)} <time dateTime={at}>{formatDateTime(at)}</time>
            </li>
          ))}
          {data.tries > 0 && <li>{t("statements.letter.tries", { count: data.tries })}</li>}
          {data.next_try && <li>{t("statements.letter.nextTry", { moment: formatDateTime(data.next_try) })}</li>}
        </ul>
      )}
    </section>
  );
}
