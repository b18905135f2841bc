import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { KeptLine } from "@/components/desk/kept-line";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useFormKeys } from "@/features/form/use-form-keys";
import { useMe } from "@/features/lock/use-lock";
import { fetchColleagues } from "@/features/tasks/calls";
import { draftKey } from "@/lib/drafts";
import { useTyped } from "@/lib/use-typed";

import { useLeaveNote } from "./use-leave-note";

const LONGEST = 5_000; // the server's
const BLANK = { text: "", to: "" };

interface Props {
  taskId: number;
  onClose: () => void;
}

/** A note for colleagues, left without deciding anything. One of them can be told of it. */
export function NoteForm({ taskId, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const form = useRef<HTMLFormElement>(null);
  const { values, foundAt, type, discard } = useTyped(draftKey(me.id, `note.${taskId}`), BLANK);
  const [blank, setBlank] = useState(false);
  const { leave, busy, failed } = useLeaveNote(taskId);
  const colleagues = useQuery({
    queryKey: ["colleagues", taskId],
    queryFn: ({ signal }) => fetchColleagues(taskId, signal),
  });
  const others = (colleagues.data ?? []).filter(({ id }) => id !== me.id);

  const submit = async () => {
    const words = values.text.trim();
    setBlank(words === "");
    if (words === "" || !(await leave(words, others.find(({ id }) => String(id) === values.to) ?? null))) return;
    discard();
    onClose();
  };
  useFormKeys(form, { onSubmit: () => void submit(), onClose });

  return (
    <form
      ref={form}
      className="note-form form"
      aria-label={t("work.note.add")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failed && (
        <Notice tone="danger" alert>
          {t("work.note.failed")} {t("work.refused.kept")}
        </Notice>
      )}
      <KeptLine at={foundAt} onDiscard={discard} />
      <Field label={t("work.note.label")} hint={t("work.note.hint")} error={blank ? t("work.form.fill") : undefined}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            rows={3}
            dir="auto"
            maxLength={LONGEST}
            autoFocus
            value={values.text}
            onChange={(event) => type({ text: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("work.note.to")}>
        {(control) => (
          <select {...control} className="select" value={values.to} onChange={(event) => type({ to: event.target.value })}>
            <option value="">{t("work.note.nobody")}</option>
            {others.map(({ id, name, on_duty: onDuty }) => (
              <option key={id} value={id}>
                {onDuty ? name : t("work.note.offDuty", { name })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="row wrap">
        <Button type="submit" busy={busy}>
          {t("work.note.leave")}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
