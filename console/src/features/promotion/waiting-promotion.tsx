import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { formatDateTime } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { useTitles } from "@/lib/use-titles";

import { deletePromotion, postConfirmation, PROMOTIONS } from "./calls";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

interface Props {
  account: Account;
  promotion: NonNullable<Account["promotion"]>;
}

/**
 * A pending promotion of an account that belongs to companies to {product} Staff, for the second administrator to
 * confirm.
 */
export function WaitingPromotion({ account, promotion }: Props) {
  const { t } = useTranslation();
  const titles = useTitles();
  const [asking, setAsking] = useState(false);
  const cancel = useCommand({
    name: `cancel promotion ${account.id}`,
    send: () => deletePromotion(account.id),
    refreshes: PROMOTIONS,
    says: () => t("accounts.promotion.cancelled"),
  });
  const about = { count: promotion.companies, name: promotion.by.name, until: formatDateTime(promotion.expires_at) };
  const names = promotion.cms_access.map(titles.permission).join(", ");
  return (
    <Notice tone="warning">
      <div className="stack-s">
        <p>{t(promotion.own ? "accounts.promotion.ownWaits" : "accounts.promotion.waits", about)}</p>
        <p>{t("accounts.promotion.permissions", { names })}</p>
        {cancel.refusal !== null && <p role="alert">{t("accounts.profile.failed")}</p>}
        {(promotion.own || promotion.may_confirm) && (
          <div className="row wrap">
            {promotion.may_confirm && (
              <Button tone="primary" onClick={() => setAsking(true)}>
                {t("accounts.promotion.confirm")}
              </Button>
            )}
            <Button busy={cancel.busy} onClick={() => void cancel.run()}>
              {t("accounts.promotion.cancel")}
            </Button>
          </div>
        )}
      </div>
      {asking && <Confirm account={account} promotion={promotion} onClose={() => setAsking(false)} />}
    </Notice>
  );
}

/**
 * Confirms the promotion. If a person with fewer rights could sign in as the account, its address must be confirmed
 * too, as in any change of rights.
 */
function Confirm({ account, promotion, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const { mail } = useDesk();
  const client = useQueryClient();
  const [address, setAddress] = useState<string | null>(null);
  const { run } = useCommand({
    name: `confirm promotion ${account.id}`,
    send: (email: string | null, key) => postConfirmation(account.id, email, key),
    refreshes: PROMOTIONS,
    says: (_, email) =>
      email === null ? t("accounts.promotion.confirmed") : t(`accounts.rights.${mail ? "savedAndMailed" : "savedAndEnded"}`, account),
    refused: (error) => (is(error, "address_unconfirmed") ? undefined : refresh(client, ...PROMOTIONS)),
  });
  const confirm = async () => {
    const sent = await run(address);
    if (sent.state !== "refused") return null;
    if (is(sent.error, "address_unconfirmed")) {
      setAddress(account.email);
      return t("accounts.rights.confirm", account);
    }
    return t(is(sent.error, "promotion_lapsed") ? "accounts.promotion.lapsed" : "accounts.profile.failed");
  };
  const about = { count: promotion.companies, name: promotion.by.name };
  const says = address === null ? "" : ` ${t(mail ? "accounts.rights.confirmText" : "accounts.rights.confirmTextNoMail", account)}`;
  return (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t("accounts.promotion.title", { name: account.name.full })}
        confirm={t("accounts.promotion.confirm")}
        danger
        onConfirm={confirm}
        onClose={onClose}
      >
        {t("accounts.promotion.confirmText", about) + says}
      </ConfirmDialog>
    </Suspense>
  );
}

const is = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
