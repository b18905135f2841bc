import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { Tag } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { FormDialog } from "@/components/form/form-dialog";

import { patchTag, type TagFields as Fields, TAGS } from "./calls";
import { TagFields } from "./tag-fields";
import { useTagForm } from "./tag-form";

/** Edits a user-defined tag. What is typed stays if the server refuses it. */
export function EditDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `tag ${tag.id}`,
    send: (changed: Partial<Fields>) => patchTag(tag.id, changed),
    refreshes: TAGS,
    says: () => t("tags.saved"),
  });
  const { name, category, description } = tag;
  const begins = useMemo(() => ({ name, category, description }), [name, category, description]);
  const form = useTagForm(begins, refusal);
  const submit = async (_: Fields, changed: Partial<Fields>) => {
    if ((await run(changed)).state === "done") onClose();
  };
  const words = { title: t("tags.editTitle"), action: t("common.save") };
  return (
    <FormDialog
      words={words}
      of={form}
      refused={refusal === null ? null : t("tags.notSaved")}
      onSubmit={submit}
      onClose={onClose}
    >
      <TagFields />
    </FormDialog>
  );
}
