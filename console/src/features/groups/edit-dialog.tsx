import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { FormDialog } from "@/components/form/form-dialog";
import { GroupFields } from "@/components/organisation/group-fields";
import { type GroupValues, useGroupForm } from "@/components/organisation/group-form";

import { GROUPS, patchGroup } from "./calls";

/** Changes a group. What is typed stays when the server refuses it. */
export function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `group ${group.id}`,
    send: (values: GroupValues) => patchGroup(group.id, values),
    refreshes: GROUPS,
    says: () => t("organisation.group.saved"),
  });
  const { name, slug, internal, country } = group;
  const begins = useMemo(
    () => ({ name, slug, internal: String(internal), country: String(country) }),
    [name, slug, internal, country],
  );
  const form = useGroupForm(begins, refusal);
  const submit = async (values: GroupValues) => {
    if ((await run(values)).state === "done") onClose();
  };
  const words = { title: t("organisation.group.editTitle"), action: t("common.save") };
  return (
    <FormDialog
      words={words}
      of={form}
      refused={refusal === null ? null : t("organisation.group.notSaved")}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupFields />
    </FormDialog>
  );
}
