import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Command } from "@/api/command";
import type { CompanyRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { ActionDialog } from "@/components/ui/action-dialog";

interface Props {
  command: Command<CompanyRow, void>;
  words: { title: string; action: string; refused: string };
  onClose: () => void;
}

/** Picks a company and adds it to a group, a tag or an account. */
export function AddCompanyDialog({ command, words: { refused, ...words }, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CompanyRow | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, busy, refusal } = useCommand(command);
  const submit = async () => {
    setMissing(chosen === null);
    if (chosen && (await run(chosen)).state === "done") onClose();
  };
  return (
    <ActionDialog words={words} busy={busy} refused={refusal === null ? null : refused} onSubmit={() => void submit()} onClose={onClose}>
      <CompanyPicker
        chosen={chosen}
        onChoose={(company) => {
          setChosen(company);
          setMissing(false);
        }}
        required
        error={missing ? t("organisation.members.choose") : undefined}
      />
    </ActionDialog>
  );
}
