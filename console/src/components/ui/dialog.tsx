import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { createContext, type ReactNode, use, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button, buttonClass } from "./button";
import { Icon } from "./icon";
import { useDialogFocus } from "./use-dialog-focus";

/** Whether closing the dialog now would lose typed text; set by the form inside it. */
export const UnsavedContext = createContext<() => boolean>(() => false);
const isSaved = () => false;

interface Props {
  onClose: () => void;
  title: string;
  /** Read out with the title; leave it out if the body explains itself. */
  description?: string | undefined;
  /** Asks about an action that cannot be undone: screen readers announce it at once. */
  alert?: boolean;
  /** `frame`: as wide as the page allows, for embedded content. */
  wide?: boolean | "frame";
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * Open while it is rendered; its parent stops rendering it in `onClose`. Escape, a click outside and the close button
 * ask first if typed text would be lost; the dialog's own buttons do not ask.
 */
export function Dialog({ onClose, title, description, alert = false, wide = false, footer, children }: Props) {
  const { t } = useTranslation();
  const focus = useDialogFocus();
  const isUnsaved = use(UnsavedContext);
  const [asks, setAsks] = useState(false);
  // embedded content may be wider than the window; a focusable region lets keys scroll it
  const scrolled = wide === "frame" ? { role: "region", "aria-label": title, tabIndex: 0 } : {};
  return (
    <Radix.Root open onOpenChange={() => (isUnsaved() ? setAsks(true) : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className={wide ? `dialog dialog-${wide === true ? "wide" : wide}` : "dialog"}
            role={alert ? "alertdialog" : "dialog"}
            {...focus}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <div className="dialog-head">
              <Radix.Title>{title}</Radix.Title>
              <span className="end" />
              <Radix.Close className={buttonClass("quiet", "m", "btn-icon")} aria-label={t("common.close")}>
                <Icon of={X} />
              </Radix.Close>
            </div>
            <div className="dialog-body" {...scrolled}>
              {description && <Radix.Description className="soft dialog-description">{description}</Radix.Description>}
              {children}
            </div>
            {footer && <div className="dialog-foot">{footer}</div>}
            {asks && (
              <UnsavedContext value={isSaved}>
                <Dialog
                  alert
                  title={t("common.unsaved.title")}
                  description={t("common.unsaved.text")}
                  onClose={() => setAsks(false)}
                  footer={
                    <>
                      <Button data-first onClick={() => setAsks(false)}>
                        {t("common.unsaved.keep")}
                      </Button>
                      <Button tone="danger" onClick={onClose}>
                        {t("common.unsaved.close")}
                      </Button>
                    </>
                  }
                />
              </UnsavedContext>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
