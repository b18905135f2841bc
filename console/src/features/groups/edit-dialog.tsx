import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Group } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { FormDialog } from "@/components/form/form-dialog";
import { EditedGroupFields } from "@/components/organisation/group-fields";
import { type EditedGroup, useEditedGroup } from "@/components/organisation/group-form";

import { GROUPS, patchGroup } from "./calls";

/** Edits a group. What is typed stays if the server refuses it. */
export function EditDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `group ${group.id}`,
    send: (changed: Partial<EditedGroup>) => patchGroup(group.id, changed),
    refreshes: GROUPS,
    says: () => t("organisation.group.saved"),
  });
  const { name, slug, rpp_page, internal, country } = group;
  const begins = useMemo(
    () => ({ name, slug, rpp_page, internal: String(internal), country: String(country) }),
    [name, slug, rpp_page, internal, country],
  );
  const form = useEditedGroup(begins, refusal);
  const submit = async (_: EditedGroup, changed: Partial<EditedGroup>) => {
    if ((await run(changed)).state === "done") onClose();
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
      <EditedGroupFields />
    </FormDialog>
  );
}
