import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { Icon } from "./icon";

interface Props {
  icon: LucideIcon;
  title: string;
  /** What it means. */
  children?: ReactNode;
  /** What to do next. */
  actions?: ReactNode;
}

/** An empty state: what it means, then what to do next. */
export function Empty({ icon, title, children, actions }: Props) {
  return (
    <div className="empty">
      <Icon of={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row wrap">{actions}</div>}
    </div>
  );
}
