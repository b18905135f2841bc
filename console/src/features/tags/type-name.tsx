import { Lock, type LucideIcon, Pencil, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Tag } from "@/api/types";
import { Icon } from "@/components/ui/icon";

const ICONS: Readonly<Record<Tag["type"], LucideIcon>> = { system: Lock, smart: Zap, user: Pencil };

/** The type of a tag: what is locked, follows a rule, or is written by people. */
export function TagTypeName({ of: type }: { of: Tag["type"] }) {
  const { t } = useTranslation();
  return (
    <span className="row nowrap">
      <span className="dim">
        <Icon of={ICONS[type]} />
      </span>
      {t(`tags.types.${type}`)}
    </span>
  );
}
