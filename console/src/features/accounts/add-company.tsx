import { useTranslation } from "react-i18next";

import type { Account } from "@/api/types";
import { AddCompanyDialog } from "@/components/organisation/add-company-dialog";

import { ASSOCIATIONS, putAssociation } from "./calls";

interface Props {
  account: Account;
  onClose: () => void;
}

/** Adds a company to an account. */
export function AddCompany({ account, onClose }: Props) {
  const { t } = useTranslation();
  const command = {
    name: `associate ${account.id}`,
    send: ({ id }: { id: number }) => putAssociation(account.id, id),
    refreshes: ASSOCIATIONS,
    says: (_: unknown, { name }: { name: string }) => t("accounts.associations.added", { name }),
  };
  const words = {
    title: t("accounts.associations.addTitle", { name: account.name.full }),
    action: t("accounts.associations.add"),
    refused: t("accounts.associations.notDone"),
  };
  return <AddCompanyDialog command={command} words={words} onClose={onClose} />;
}
