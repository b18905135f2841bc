import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { z } from "zod";

import type { TaskDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { TextField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/session/use-me";
import { postReinstatement } from "@/features/tasks/calls";
import { HISTORIES, LISTS } from "@/features/tasks/task-reads";
import { pathOfItem, useDesk } from "@/lib/desk";
import { draftKey } from "@/lib/drafts";

const BLANK = { notes: "" };

interface Props {
  process: TaskDetail["process"];
  onRefused: (error: unknown) => void;
  onClose: () => void;
}

/** The form for the reason to reopen an ended item. */
export function ReinstateForm({ process, onRefused, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const desk = useDesk();
  const schema = useMemo(() => z.object({ notes: z.string().trim().min(1, t("work.form.fill")) }), [t]);
  const form = useFormWithDraft({ draft: draftKey(useMe().id, `reinstate.${process.kind}.${process.id}`), blank: BLANK, schema });
  const { run, busy } = useCommand({
    name: `reinstate ${process.kind} ${process.id}`,
    send: (notes: string, key) => postReinstatement(process, notes, key),
    refreshes: [...LISTS, HISTORIES, "/api/review/{review_id}"],
    says: () => t("work.reinstate.done"),
    refused: onRefused,
  });

  const submit = async ({ notes }: { notes: string }) => {
    const sent = await run(notes);
    if (sent.state !== "done") return;
    form.discard();
    const path = pathOfItem(desk, sent.result.queue, sent.result.task_id);
    if (path) await navigate(path);
  };
  return (
    <Form of={form} className="outcome" label={t("work.reinstate.label")} onSubmit={submit} onClose={onClose}>
      <TextField name="notes" label={t("work.reinstate.notes")} hint={t("work.reinstate.hint")} autoFocus />
      <div className="row">
        <Button type="submit" tone="primary" hotkey="Ctrl Enter" busy={busy}>
          {t("work.reinstate.label")}
        </Button>
        <Button tone="quiet" hotkey="Esc" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </Form>
  );
}
