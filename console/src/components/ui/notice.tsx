import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Icon } from "./icon";

const SHAPES = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const;

interface Props {
  tone: keyof typeof SHAPES;
  /** Read out at once when it appears: refusals and losses. */
  alert?: boolean;
  children: ReactNode;
}

/** A sentence beside what it is about. It stays until the person has dealt with it. */
export function Notice({ tone, alert = false, children }: Props) {
  return (
    <div className={`notice is-${tone}`} role={alert ? "alert" : undefined}>
      <Icon of={SHAPES[tone]} />
      <div>{children}</div>
    </div>
  );
}
