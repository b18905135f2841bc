import { useId } from "react";
import { useTranslation } from "react-i18next";

/** A tab of the specification that says that it has no content yet. */
export function NotYet({ what }: { what: "notifications" | "two_factor" }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t(`accounts.${what}.title`)}</h2>
      </div>
      <p className="card-body soft">{t(`accounts.${what}.text`)}</p>
    </section>
  );
}
