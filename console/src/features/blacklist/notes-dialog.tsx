import { useTranslation } from "react-i18next";

import type { BlacklistEntry } from "@/api/types";
import { TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";

import { useNotes } from "./use-notes";

interface Props {
  entry: BlacklistEntry;
  onClose: () => void;
}

/** Changes the notes of an entry. */
export function NotesDialog({ entry, onClose }: Props) {
  const { t } = useTranslation();
  const { form, submit, refused } = useNotes(entry, onClose);
  const words = { title: t("blacklist.notes.editOf", { hint: entry.hint }), action: t("common.save") };
  return (
    <FormDialog words={words} of={form} refused={refused} onSubmit={submit} onClose={onClose}>
      <TextField name="notes" label={t("blacklist.notes.edit")} autoFocus />
    </FormDialog>
  );
}
