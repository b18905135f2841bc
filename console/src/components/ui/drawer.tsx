import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";

import { useDialogFocus } from "./use-dialog-focus";

interface Props {
  onClose: () => void;
  /** The drawer's name for screen readers. */
  label: string;
  children: ReactNode;
}

/** Slides in from the inline start; keeps the focus inside while open. */
export function Drawer({ onClose, label, children }: Props) {
  const focus = useDialogFocus();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim scrim-drawer" />
        <Radix.Content className="drawer" aria-describedby={undefined} {...focus}>
          <Radix.Title className="sr">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
