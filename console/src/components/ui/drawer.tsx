import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The drawer's name for screen readers. */
  label: string;
  children: ReactNode;
}

/** Slides in from the inline start; the focus stays inside until it closes. */
export function Drawer({ open, onOpenChange, label, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim scrim-drawer" />
        <Radix.Content className="drawer" aria-describedby={undefined}>
          <Radix.Title className="sr">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
