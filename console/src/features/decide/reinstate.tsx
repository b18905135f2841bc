import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { TaskDetail } from "@/api/types";
import { KeptLine } from "@/components/desk/kept-line";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { keyOf, settle, withTries } from "@/features/command/intents";
import { isPassing } from "@/features/command/refusals";
import { useMe } from "@/features/lock/use-lock";
import { postReinstatement } from "@/features/tasks/calls";
import { pathOfItem, useDesk } from "@/lib/desk";
import { draftKey } from "@/lib/drafts";
import { notify } from "@/lib/notifications";
import { useTyped } from "@/lib/use-typed";

const LONGEST = 5_000; // the server's
const BLANK = { notes: "" };

interface Props {
  process: TaskDetail["process"];
  onRefused: (error: unknown) => void;
}

/** Reopens what has come to an end: it goes on as a new process, linked to the old one. */
export function Reinstate(props: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <ReinstateForm {...props} onClose={() => setOpen(false)} />;
  return (
    <div className="actions">
      <Button icon={RotateCcw} onClick={() => setOpen(true)}>
        {t("work.reinstate.label")}
      </Button>
    </div>
  );
}

function ReinstateForm({ process, onRefused, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const desk = useDesk();
  const { values, foundAt, type, discard } = useTyped(draftKey(useMe().id, `reinstate.${process.kind}.${process.id}`), BLANK);
  const [state, setState] = useState<"blank" | "busy" | null>(null);

  const submit = async () => {
    const words = values.notes.trim();
    setState(words ? "busy" : "blank");
    if (!words) return;
    const intent = `reinstate ${process.id} ${words}`;
    try {
      const { task_id: taskId, queue } = await withTries(() => postReinstatement(process, words, keyOf(intent)), isPassing);
      settle(intent);
      for (const name of ["tasks", "queues", "history", "story"]) void client.invalidateQueries({ queryKey: [name] });
      notify(t("work.reinstate.done"));
      discard();
      const path = pathOfItem(desk, queue, taskId);
      if (path) await navigate(path);
    } catch (error) {
      onRefused(error);
      setState(null);
    }
  };

  return (
    <form
      className="outcome"
      aria-label={t("work.reinstate.label")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <KeptLine at={foundAt} onDiscard={discard} />
      <Field
        label={t("work.reinstate.notes")}
        hint={t("work.reinstate.hint")}
        error={state === "blank" ? t("work.form.fill") : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            rows={3}
            dir="auto"
            maxLength={LONGEST}
            autoFocus
            value={values.notes}
            onChange={(event) => type({ notes: event.target.value })}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" tone="primary" busy={state === "busy"}>
          {t("work.reinstate.label")}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
