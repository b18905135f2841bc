import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Icon } from "./icon";

const SHAPES = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const;

interface Props {
  tone: keyof typeof SHAPES;
  /** Replaces the icon of the tone. */
  icon?: LucideIcon;
  /** Announced at once when it appears: refusals and losses. */
  alert?: boolean;
  children: ReactNode;
}

/** A message beside the thing that it is about. It stays until the cause is gone. */
export function Notice({ tone, icon = SHAPES[tone], alert = false, children }: Props) {
  return (
    <div className={`notice is-${tone}`} role={alert ? "alert" : undefined}>
      <Icon of={icon} />
      <div>{children}</div>
    </div>
  );
}
