import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";

import { useHeadSlot } from "./page-head";

interface Props {
  menuOpen: boolean;
  onOpenMenu: () => void;
  /** Search, keys, account. */
  children: ReactNode;
}

/** The header: 90 px high (spec, section 2). */
export function TopBar({ menuOpen, onOpenMenu, children }: Props) {
  const { t } = useTranslation();
  return (
    <header className="topbar">
      <IconButton
        icon={Menu}
        label={t("frame.openMenu")}
        className="only-narrow topbar-menu"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onOpenMenu}
      />
      <div className="topbar-head" ref={useHeadSlot()} />
      {children}
    </header>
  );
}
