import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { refresh } from "@/api/queries";
import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { formatEither } from "@/lib/dates";
import type { Permission } from "@/lib/permissions";

import { postPromotion, PROMOTIONS } from "./calls";

interface Props {
  account: Account;
  /** The chosen permissions. */
  access: Permission[];
  /** The refusal that requires a second administrator. */
  needs: ApiError;
  onAsked: () => void;
  onClose: (undone?: boolean) => void;
}

/** Warns that the account belongs to companies, and asks a second administrator to make it {product} Staff. */
export function AskPromotion({ account, access, needs, onAsked, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { run } = useCommand({
    name: `promotion ${account.id}`,
    send: (wanted: Permission[], key) => postPromotion(account.id, wanted, key),
    refreshes: PROMOTIONS,
    says: () => t("accounts.promotion.asked"),
    refused: () => refresh(client, ...PROMOTIONS),
  });
  const ask = async () => {
    const sent = await run(access);
    if (sent.state === "done") onAsked();
    if (sent.state !== "refused") return null;
    const isAsked = sent.error instanceof ApiError && sent.error.code === "promotion_asked";
    return t(isAsked ? "accounts.promotion.askedBefore" : "accounts.profile.failed");
  };
  return (
    <ConfirmDialog
      title={t("accounts.promotion.title", { name: account.name.full })}
      confirm={t("accounts.promotion.ask")}
      danger
      onConfirm={ask}
      onClose={onClose}
    >
      {t("accounts.promotion.text", { count: needs.companies, names: formatEither(needs.confirmers.map(({ name }) => name)) })}
    </ConfirmDialog>
  );
}
