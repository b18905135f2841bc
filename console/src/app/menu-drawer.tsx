import { X } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { NavSection } from "@/components/layout/nav-types";
import { Sidebar } from "@/components/layout/sidebar";
import { Drawer } from "@/components/ui/drawer";
import { IconButton } from "@/components/ui/icon-button";

interface Props {
  sections: readonly NavSection[];
  onClose: () => void;
}

/** The sidebar in narrow windows. */
export function MenuDrawer({ sections, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer onClose={onClose} label={t("navigation.label")}>
      <Sidebar
        sections={sections}
        control={<IconButton icon={X} label={t("frame.closeMenu")} className="end" onClick={onClose} />}
      />
    </Drawer>
  );
}
