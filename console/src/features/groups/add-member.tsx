import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CompanyRow, Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { ActionDialog } from "@/components/ui/action-dialog";

import { GROUPS, putMember } from "./calls";

interface Props {
  group: Group;
  onClose: () => void;
}

/** Adds a company to a group. */
export function AddMember({ group, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CompanyRow | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: `add member ${group.id}`,
    send: (company: CompanyRow) => putMember(group.id, company.id),
    refreshes: GROUPS,
    says: (_, { name }) => t("organisation.members.added", { name }),
  });
  const submit = async () => {
    setMissing(chosen === null);
    if (chosen && (await run(chosen)).state === "done") onClose();
  };
  return (
    <ActionDialog
      words={{ title: t("organisation.members.addTitle", { name: group.name }), action: t("organisation.members.add") }}
      busy={busy}
      refused={refusal === null ? null : t("organisation.members.notAdded")}
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
