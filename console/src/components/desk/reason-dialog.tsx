import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { useTyped } from "@/lib/use-typed";

import { KeptLine } from "./kept-line";
import { NoteField } from "./note-field";
import { useSubmitKey } from "./use-submit-key";

interface Props {
  title: string;
  description: string;
  /** What the button says. */
  action: string;
  /** Under which what is typed is kept. */
  draftKey: string;
  /** Gives the sentence that says why it was refused, or null when it was done. */
  onSubmit: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

const BLANK = { reason: "" };

/** Asks for a reason before something is done to somebody's work. What was typed is kept until it is done. */
export function ReasonDialog({ title, description, action, draftKey, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const { values, foundAt, type, discard } = useTyped(draftKey, BLANK);
  const [state, setState] = useState<"asking" | "blank" | "busy">("asking");
  const [refused, setRefused] = useState<string | null>(null);

  const submit = async () => {
    const words = values.reason.trim();
    setState(words ? "busy" : "blank");
    if (!words) return;
    const sentence = await onSubmit(words);
    setRefused(sentence);
    setState("asking");
    if (sentence !== null) return;
    discard();
    onClose();
  };
  const form = useSubmitKey(() => void submit());

  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone="primary" hotkey="Ctrl Enter" busy={state === "busy"} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <form
        className="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {refused !== null && (
          <Notice tone="danger" alert>
            {refused}
          </Notice>
        )}
        <KeptLine at={foundAt} onDiscard={discard} />
        <NoteField
          label={t("people.reason.label")}
          hint={t("people.reason.hint")}
          error={state === "blank" ? t("people.reason.blank") : undefined}
          value={values.reason}
          onChange={(reason) => type({ reason })}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
