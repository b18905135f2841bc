import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { TaskDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { notify } from "@/lib/notifications";
import { queues } from "@/lib/queues";

import { postReinstatement } from "../calls";
import { keyOf, settle, withTries } from "./intents";
import { isPassing } from "./refusals";

const LONGEST = 5_000; // the server's

interface Props {
  process: TaskDetail["process"];
  onRefused: (error: unknown) => void;
}

/** Reopens what has come to an end: it goes on as a new process among the escalated ones, linked to the old. */
export function Reinstate({ process, onRefused }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [notes, setNotes] = useState("");
  const [state, setState] = useState<"blank" | "busy" | null>(null);

  const submit = async () => {
    const words = notes.trim();
    setState(words ? "busy" : "blank");
    if (!words) return;
    const intent = `reinstate ${process.id} ${words}`;
    try {
      const { task_id: taskId } = await withTries(() => postReinstatement(process, words, keyOf(intent)), isPassing);
      settle(intent);
      for (const name of ["tasks", "queues", "history", "story"]) void client.invalidateQueries({ queryKey: [name] });
      notify(t("work.reinstate.done"));
      await navigate(`${queues.escalated.path}?item=${taskId}`);
    } catch (error) {
      onRefused(error);
      setState(null);
    }
  };

  if (!open)
    return (
      <div className="actions">
        <Button icon={RotateCcw} onClick={() => setOpen(true)}>
          {t("work.reinstate.label")}
        </Button>
      </div>
    );
  return (
    <form
      className="outcome"
      aria-label={t("work.reinstate.label")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
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
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" tone="primary" busy={state === "busy"}>
          {t("work.reinstate.label")}
        </Button>
        <Button tone="quiet" onClick={() => setOpen(false)}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
