import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useSubmitKey } from "@/components/desk/use-submit-key";

import { Button } from "./button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

export interface ActionWords {
  title: string;
  description?: string | undefined;
  /** What the button that does it says. */
  action: string;
}

interface Props {
  words: ActionWords;
  /** It cannot be taken back: the button is red, and screen readers call the dialog an alert. */
  danger?: boolean;
  /** On its way: the buttons cannot be pressed. */
  busy: boolean;
  /** Why it was not done. */
  refused?: ReactNode;
  /** Further buttons, before Cancel. */
  buttons?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog that does one thing: Ctrl+Enter or its button does it, Escape or Cancel leaves it; a refusal stands on top. */
export function ActionDialog({ words, danger = false, busy, refused, buttons, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation();
  const submit = () => {
    if (!busy) onSubmit();
  };
  const form = useSubmitKey(submit);
  return (
    <Dialog
      title={words.title}
      description={words.description}
      alert={danger}
      onClose={onClose}
      footer={
        <>
          {buttons}
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone={danger ? "danger" : "primary"} hotkey="Ctrl Enter" busy={busy} onClick={submit}>
            {words.action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {refused !== undefined && refused !== null && (
          <Notice tone="danger" alert>
            {refused}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  );
}
