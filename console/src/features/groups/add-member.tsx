import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { CompanyRow, Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Picker } from "@/components/picker/picker";
import { ActionDialog } from "@/components/ui/action-dialog";
import { useWords } from "@/lib/use-words";

import { GROUPS, putMember } from "./calls";

interface Props {
  group: Group;
  onClose: () => void;
}

/** Adds a company to a group: chosen by its id, or by a search over names and postcodes. */
export function AddMember({ group, onClose }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const words = useWords(q, setQ);
  const [chosen, setChosen] = useState<CompanyRow | null>(null);
  const [missing, setMissing] = useState(false);
  const found = useQuery({
    ...read("/api/companies", { query: { q, limit: 20 } }),
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });
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
  const rows = q === "" ? [] : found.data?.items;
  return (
    <ActionDialog
      words={{ title: t("organisation.members.addTitle", { name: group.name }), action: t("organisation.members.add") }}
      busy={busy}
      refused={refusal === null ? null : t("organisation.members.notAdded")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Picker
        texts={{
          label: t("organisation.members.find"),
          placeholder: t("organisation.members.findHint"),
          nothing: t(q === "" ? "organisation.members.findHint" : "organisation.members.nothing"),
        }}
        search={{ text: words.typed, onType: words.type }}
        options={rows?.map((company) => ({
          id: company.id,
          content: (
            <>
              <bdi className="cut">{company.name}</bdi>
              <span className="end" />
              <span className="meta">{[company.id, company.postcode].filter(Boolean).join(" · ")}</span>
            </>
          ),
        }))}
        chosen={chosen?.id ?? null}
        onChoose={(id) => {
          setChosen(rows?.find((company) => company.id === id) ?? null);
          setMissing(false);
        }}
        error={missing ? t("organisation.members.choose") : undefined}
      />
    </ActionDialog>
  );
}
