import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { useSubmitKey } from "@/components/desk/use-submit-key";
import { useFocusOnFailure } from "@/components/form/use-focus-on-failure";

import { Button } from "./button";
import { Dialog } from "./dialog";
import { NoAnswer } from "./no-answer";
import { Notice } from "./notice";

export interface ActionWords {
  title: string;
  description?: string | undefined;
  /** The label of the button that performs the action. */
  action: string;
}

/**
 * `wide`: fields in two columns. `danger`: the action cannot be undone, so the button is red and the dialog has the
 * role `alertdialog`.
 */
export type DialogLook = "plain" | "wide" | "danger";

interface Props {
  words: ActionWords;
  look?: DialogLook;
  /** The action is in flight: the buttons are disabled. */
  busy: boolean;
  /** Why the action was refused. */
  refused?: ReactNode;
  /** Further buttons, before Cancel. */
  buttons?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * A dialog with one action: Ctrl+Enter or its button performs it, Escape or Cancel closes it. A refusal is shown on
 * top, and the focus then moves into the form.
 */
export function ActionDialog({ words, look = "plain", busy, refused, buttons, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [tries, setTries] = useState(0);
  const submit = () => {
    if (busy) return;
    setTries((count) => count + 1);
    onSubmit();
  };
  const form = useSubmitKey(submit);
  useFocusOnFailure(() => document.getElementById(id) as HTMLFormElement | null, { tries, busy });
  return (
    <Dialog
      title={words.title}
      description={words.description}
      alert={look === "danger"}
      wide={look === "wide"}
      onClose={onClose}
      footer={
        <>
          {buttons}
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone={look === "danger" ? "danger" : "primary"} type="submit" form={id} hotkey="Ctrl Enter" busy={busy}>
            {words.action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className={look === "wide" ? "form form-2" : "form"}
        tabIndex={-1}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {refused !== undefined && refused !== null && (
          <div className="wide">
            <Notice tone="danger" alert>
              {refused}
            </Notice>
          </div>
        )}
        {children}
        <NoAnswer tried={tries > 0} busy={busy} />
      </form>
    </Dialog>
  );
}
