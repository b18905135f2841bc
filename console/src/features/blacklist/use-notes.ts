import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { BlacklistEntry } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";

import { LIST, patchNotes } from "./calls";

const SCHEMA = z.object({ notes: z.string().trim() });

/** The form for the notes of an entry, and the command that saves them. */
export function useNotes({ id, notes }: BlacklistEntry, onDone: () => void) {
  const { t } = useTranslation();
  const { run, refusal } = useCommand({
    name: `blacklist notes ${id}`,
    send: (typed: string) => patchNotes(id, typed),
    refreshes: LIST,
    says: () => t("blacklist.notes.done"),
  });
  const blank = useMemo(() => ({ notes }), [notes]);
  const form = useFormWithDraft({ draft: draftKey(useMe().id, `blacklist.${id}`), blank, schema: SCHEMA });
  const submit = async ({ notes: typed }: { notes: string }) => {
    const sent = await run(typed);
    if (sent.state !== "done") return;
    form.discard();
    onDone();
  };
  return { form, submit, refused: refusal === null ? null : t("blacklist.notes.failed") };
}
