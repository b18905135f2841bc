import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { useCommand } from "@/api/use-command";
import { SelectField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/features/session/use-me";
import { postNote } from "@/features/tasks/calls";
import { colleaguesOf } from "@/features/tasks/colleagues";
import { HISTORIES } from "@/features/tasks/task-reads";
import { draftKey } from "@/lib/drafts";

import { namedIn } from "./named-in";
import { NoteText } from "./note-text";

const BLANK = { text: "", to: "" };

interface Props {
  taskId: number;
  /** The form is in a box that already has a heading. */
  composed?: boolean;
  /** The note is about a client's message. */
  ofClient?: boolean;
  autoFocus?: boolean;
  onClose: () => void;
}

/** Scrolls the whole form into view, because its panel may be low. */
const show = (row: HTMLElement | null) => row?.closest("form")?.scrollIntoView({ block: "nearest" });

/** A note for colleagues, without a decision. One colleague can be notified. */
export function NoteForm({ taskId, composed = false, ofClient = composed, autoFocus = true, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const { run, busy, refusal } = useLeaveNote(taskId);
  const schema = useMemo(() => z.object({ text: z.string().trim().min(1, t("work.form.fill")), to: z.string() }), [t]);
  const form = useFormWithDraft({ draft: draftKey(me.id, `note.${taskId}`), blank: BLANK, schema });
  const text = useController({ control: form.methods.control, name: "text" });
  const colleagues = useQuery(colleaguesOf(taskId));
  const others = (colleagues.data ?? []).filter(({ id }) => id !== me.id);
  const named = namedIn(text.field.value, others);

  const submit = async ({ text, to }: { text: string; to: string }) => {
    if (to === "" && named === "unclear") {
      form.methods.setError("text", { message: t("work.note.whom") });
      return;
    }
    const sent = await run({ text, to: others.find(({ id }) => String(id) === to) ?? (named === "unclear" ? null : named) });
    if (sent.state !== "done") return;
    form.discard();
    onClose();
  };
  return (
    <Form of={form} className={composed ? "note-composed form" : "note-form form"} label={t("work.note.add")} onSubmit={submit} onClose={onClose}>
      {refusal !== null && (
        <Notice tone="danger" alert>
          {t("work.note.failed")} {t("work.refused.kept")}
        </Notice>
      )}
      <Field
        label={t("work.note.label")}
        required
        hint={t(ofClient ? "work.note.hintClient" : "work.note.hint")}
        error={text.fieldState.error?.message}
      >
        {(control) => <NoteText {...control} field={text.field} people={others} autoFocus={autoFocus} />}
      </Field>
      <SelectField name="to" label={t("work.note.to")}>
        <option value="">{named === null || named === "unclear" ? t("work.note.nobody") : t("work.note.named", named)}</option>
        {others.map(({ id, name, on_duty: onDuty }) => (
          <option key={id} value={id}>
            {onDuty ? name : t("work.note.offDuty", { name })}
          </option>
        ))}
      </SelectField>
      <div className="row wrap" ref={composed ? undefined : show}>
        <Button type="submit" hotkey="Ctrl Enter" busy={busy}>
          {t("work.note.leave")}
        </Button>
        {!composed && (
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
        )}
      </div>
    </Form>
  );
}

interface Note {
  text: string;
  /** The person who is notified. */
  to: { id: number; name: string } | null;
}

/** Adds a note to an item. */
function useLeaveNote(taskId: number) {
  const { t } = useTranslation();
  return useCommand({
    name: `note ${taskId}`,
    send: ({ text, to }: Note, key) => postNote(taskId, text, to?.id ?? null, key),
    refreshes: [HISTORIES, "/api/tickets/{ticket_id}"], // a conversation shows its notes
    says: (_, { to }) => (to ? t("work.note.doneTo", { name: to.name }) : t("work.note.done")),
  });
}
