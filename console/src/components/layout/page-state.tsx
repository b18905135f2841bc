import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";

interface Props {
  icon: LucideIcon;
  title: string;
  /** An error: announced at once. */
  error?: boolean;
  actions: ReactNode;
  /** Paragraphs that say what it means. */
  children: ReactNode;
}

/** A state that fills the page: not found, not allowed, not built, failed, welcome. */
export function PageState({ icon, title, error = false, actions, children }: Props) {
  return (
    <div className={error ? "empty empty-page error" : "empty empty-page"} role={error ? "alert" : undefined}>
      <Icon of={icon} />
      <h2>{title}</h2>
      {children}
      <div className="row wrap">{actions}</div>
    </div>
  );
}
