import * as Radix from "@radix-ui/react-dialog";
import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "./button";
import { Icon } from "./icon";
import { useDialogFocus } from "./use-dialog-focus";

interface Props {
  /** The palette's name for screen readers. */
  title: string;
  onClose: () => void;
  /** Called when the palette has closed and the focus has returned. */
  onClosed: () => void;
  /** Called on Ctrl+Enter. */
  onSubmit: () => void;
  /** Called on Tab in the field; `step` is -1 with Shift. Escape leaves the field. */
  onTab?: ((step: 1 | -1) => void) | undefined;
  foot: ReactNode;
  children: ReactNode;
}

/**
 * A dialog without a header, in the upper part of the page: its text field replaces the title. On a phone it fills the
 * screen.
 */
export function PaletteFrame({ title, onClose, onClosed, onSubmit, onTab, foot, children }: Props) {
  const { t } = useTranslation();
  const { onOpenAutoFocus, onCloseAutoFocus } = useDialogFocus();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim palette-scrim">
          <Radix.Content
            className="dialog palette"
            data-palette
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus(event);
              (event.currentTarget as HTMLElement).querySelector("input")?.focus();
            }}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus(event);
              onClosed();
            }}
            onKeyDownCapture={(event) => {
              if (event.key === "Tab" && onTab && event.target instanceof HTMLInputElement) {
                event.preventDefault();
                event.stopPropagation(); // otherwise the dialog would move the focus
                onTab(event.shiftKey ? -1 : 1);
                return;
              }
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.stopPropagation(); // otherwise the list would choose the highlighted option
              onSubmit();
            }}
          >
            <Radix.Title className="sr">{title}</Radix.Title>
            <Icon of={Search} className="palette-icon" />
            {children}
            <Radix.Close className={buttonClass("quiet", "m", "btn-icon palette-close")} aria-label={t("common.close")}>
              <Icon of={X} />
            </Radix.Close>
            <div className="palette-foot not-phone">{foot}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
