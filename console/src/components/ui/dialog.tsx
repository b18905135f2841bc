import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "./icon-button";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Read out with the title; leave it out where the body explains itself. */
  description?: string;
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, wide = false, footer, children }: Props) {
  const { t } = useTranslation();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className={wide ? "dialog dialog-wide" : "dialog"}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <div className="dialog-head">
              <Radix.Title>{title}</Radix.Title>
              <span className="end" />
              <Radix.Close asChild>
                <IconButton icon={X} label={t("common.close")} />
              </Radix.Close>
            </div>
            <div className="dialog-body">
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
