import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "./button";
import { Icon } from "./icon";
import { useDialogFocus } from "./use-dialog-focus";

interface Props {
  onClose: () => void;
  title: string;
  /** Read out with the title; leave it out where the body explains itself. */
  description?: string | undefined;
  /** Asks about an act that cannot be undone: screen readers read it out at once. */
  alert?: boolean;
  /** `frame`: as wide as the page allows, for what is embedded. */
  wide?: boolean | "frame";
  footer?: ReactNode;
  children: ReactNode;
}

/** Open while it is rendered; its parent stops rendering it in `onClose`. */
export function Dialog({ onClose, title, description, alert = false, wide = false, footer, children }: Props) {
  const { t } = useTranslation();
  const focus = useDialogFocus();
  // what is embedded may be wider than the window, and takes the keys that would scroll it
  const scrolled = wide === "frame" ? { role: "region", "aria-label": title, tabIndex: 0 } : {};
  return (
    <Radix.Root open onOpenChange={onClose}>
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
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
