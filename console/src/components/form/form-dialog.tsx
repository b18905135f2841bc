import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { FormValues } from "@/lib/drafts";

import { Form } from "./form";
import type { KeptForm } from "./use-kept-form";

interface Props<Values extends FormValues, Checked> {
  /** `action`: what the button says. */
  words: { title: string; description?: string; action: string };
  kept: KeptForm<Values, Checked>;
  busy: boolean;
  wide?: boolean;
  onSubmit: (values: Checked) => unknown;
  onClose: () => void;
  /** Further buttons, before the two that every form has. */
  buttons?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog, with its two buttons. */
export function FormDialog<Values extends FormValues, Checked>({
  words: { title, description, action },
  kept,
  busy,
  wide = false,
  onSubmit,
  onClose,
  buttons,
  children,
}: Props<Values, Checked>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Dialog
      title={title}
      {...(description !== undefined && { description })}
      wide={wide}
      onClose={onClose}
      footer={
        <>
          {buttons}
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={id} hotkey="Ctrl Enter" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} kept={kept} className={wide ? "form form-2" : "form"} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
