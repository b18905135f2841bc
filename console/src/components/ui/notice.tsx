import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Icon } from "./icon";

const SHAPES = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const;

interface Props {
  tone: keyof typeof SHAPES;
  /** Another than that of its tone. */
  icon?: LucideIcon;
  /** Read out at once when it appears: refusals and losses. */
  alert?: boolean;
  children: ReactNode;
}

/** A sentence beside what it is about. It stays until the person has dealt with it. */
export function Notice({ tone, icon = SHAPES[tone], alert = false, children }: Props) {
  return (
    <div className={`notice is-${tone}`} role={alert ? "alert" : undefined}>
      <Icon of={icon} />
      <div>{children}</div>
    </div>
  );
}
