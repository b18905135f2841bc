import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Account, CompanyRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { ActionDialog } from "@/components/ui/action-dialog";

import { ASSOCIATIONS, putAssociation } from "./calls";

interface Props {
  account: Account;
  onClose: () => void;
}

/** Adds a company to an account. */
export function AddCompany({ account, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CompanyRow | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: `associate ${account.id}`,
    send: (company: CompanyRow) => putAssociation(account.id, company.id),
    refreshes: ASSOCIATIONS,
    says: (_, { name }) => t("accounts.associations.added", { name }),
  });
  const submit = async () => {
    setMissing(chosen === null);
    if (chosen && (await run(chosen)).state === "done") onClose();
  };
  return (
    <ActionDialog
      words={{ title: t("accounts.associations.addTitle", { name: account.name.full }), action: t("accounts.associations.add") }}
      busy={busy}
      refused={refusal === null ? null : t("accounts.associations.notDone")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CompanyPicker
        chosen={chosen}
        onChoose={(company) => {
          setChosen(company);
          setMissing(false);
        }}
        error={missing ? t("organisation.members.choose") : undefined}
      />
    </ActionDialog>
  );
}
