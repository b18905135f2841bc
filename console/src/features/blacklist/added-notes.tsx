import { useTranslation } from "react-i18next";

import type { AddedEntry } from "@/api/types";
import { TextField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

import { useNotes } from "./use-notes";

interface Props {
  entry: AddedEntry;
  onDone: () => void;
}

/** The notes of an entry that was just added; they are optional. */
export function AddedNotes({ entry, onDone }: Props) {
  const { t } = useTranslation();
  const { form, submit, refused } = useNotes(entry, onDone);
  const skip = () => {
    form.discard();
    onDone();
  };
  return (
    <Form of={form} className="form" label={t("blacklist.added.notes")} onSubmit={submit} onClose={skip}>
      {refused !== null && (
        <Notice tone="danger" alert>
          {refused}
        </Notice>
      )}
      <TextField name="notes" label={t("blacklist.added.notes")} autoFocus />
      <div className="row wrap">
        <Button type="submit" tone="primary" hotkey="Ctrl Enter" busy={form.methods.formState.isSubmitting}>
          {t("common.save")}
        </Button>
        <Button tone="quiet" onClick={skip}>
          {t("blacklist.added.skip")}
        </Button>
      </div>
    </Form>
  );
}
