import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CompanyRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { ActionDialog } from "@/components/ui/action-dialog";

import type { MemberChange } from "./member-list";

interface Props {
  list: number;
  change: MemberChange;
  onClose: () => void;
}

/** Adds a company to a group or a tag. */
export function AddMember({ list, change, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CompanyRow | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: `add member ${change.of} ${list}`,
    send: (company: CompanyRow) => change.put(company.id),
    refreshes: change.refreshes,
    says: (_, { name }) => t("organisation.members.added", { name }),
  });
  const submit = async () => {
    setMissing(chosen === null);
    if (chosen && (await run(chosen)).state === "done") onClose();
  };
  return (
    <ActionDialog
      words={{ title: change.texts.addTitle, action: t("organisation.members.add") }}
      busy={busy}
      refused={refusal === null ? null : change.texts.notAdded}
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
