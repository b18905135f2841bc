import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Notice } from "@/components/ui/notice";
import { accounts } from "@/lib/words/en/accounts";
import { useDesk } from "@/lib/desk";

import styles from "./accounts.module.css";
import { ACCOUNTS, putNotification } from "./calls";

type Name = keyof typeof accounts.notifications.each;
const hasWords = (name: string): name is Name => name in accounts.notifications.each;

/** The notifications that the account gets by mail; each checkbox saves at once. */
export function Notifications({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const { mail } = useDesk();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.notifications.title")}</h2>
      </div>
      <div className="card-body stack">
        <p className="soft">{t("accounts.notifications.text", { email: account.email })}</p>
        {!mail && <Notice tone="warning">{t("accounts.notifications.noMail")}</Notice>}
        <fieldset className={styles.notifications} disabled={!account.may_edit} aria-labelledby={title}>
          {Object.keys(account.notifications).filter(hasWords).map((name) => (
            <Choice key={name} account={account} name={name} />
          ))}
        </fieldset>
      </div>
    </section>
  );
}

function Choice({ account, name }: { account: Account; name: Name }) {
  const { t } = useTranslation();
  const { run, sending, refusal } = useCommand({
    name: `notification ${account.id} ${name}`,
    send: (on: boolean) => putNotification(account.id, name, on),
    refreshes: ACCOUNTS,
    says: () => t("accounts.notifications.saved"),
  });
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={sending ?? account.notifications[name] ?? false}
          onChange={({ target }) => void run(target.checked)}
        />
        <span>
          {t(`accounts.notifications.each.${name}.name`)}
          <span className="check-hint soft">{t(`accounts.notifications.each.${name}.says`)}</span>
        </span>
      </label>
      {refusal !== null && (
        <Notice tone="danger" alert>
          {t("accounts.notifications.failed")}
        </Notice>
      )}
    </>
  );
}
