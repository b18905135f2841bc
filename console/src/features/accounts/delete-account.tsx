import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";

import { deleteAccount } from "./calls";

// no form shell: a checkbox needs neither a schema nor a draft
/** Deletes the account once the confirmation is ticked (spec, section 4). */
export function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const navigate = useNavigate();
  const [ticked, setTicked] = useState(false);
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: `delete account ${account.id}`,
    send: () => deleteAccount(account.id),
    refreshes: ["/api/users", "/api/users/recent"],
    says: () => t("accounts.delete.done"),
  });
  const submit = async () => {
    setMissing(!ticked);
    if (ticked && (await run()).state === "done") await navigate(paths.accounts);
  };
  const locked = account.own || !account.may_edit;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.delete.title")}</h2>
      </div>
      <form
        className="card-body form"
        aria-labelledby={title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="soft">{t("accounts.delete.text")}</p>
        {account.own && <Notice tone="info">{t("accounts.delete.own")}</Notice>}
        {missing && (
          <Notice tone="danger" alert>
            {t("accounts.delete.missing")}
          </Notice>
        )}
        {refusal !== null && (
          <Notice tone="danger" alert>
            {t("accounts.delete.failed")}
          </Notice>
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={ticked}
            disabled={locked}
            onChange={({ target }) => {
              setTicked(target.checked);
              setMissing(false);
            }}
          />
          <span>{t("accounts.delete.tick")}</span>
        </label>
        <div>
          <Button type="submit" tone="danger" busy={busy} disabled={locked}>
            {t("accounts.delete.action")}
          </Button>
        </div>
      </form>
    </section>
  );
}
