import { useId } from "react";
import { useTranslation } from "react-i18next";

/** The tab of two factor authentication, of which the specification says that it is not yet available. */
export function NotYet() {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.two_factor.title")}</h2>
      </div>
      <p className="card-body soft">{t("accounts.two_factor.text")}</p>
    </section>
  );
}
