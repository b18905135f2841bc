import { Keyboard, LogOut, Moon, Settings, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Menu, MenuHead, MenuItem, MenuLine } from "@/components/ui/menu";
import { useSession, useUser } from "@/features/session/session-context";
import { saveSettings, useSettings } from "@/lib/settings";

interface Props {
  onKeys: () => void;
  onSettings: () => void;
}

export function AccountMenu({ onKeys, onSettings }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const { signOut } = useSession();
  const dark = useSettings().theme === "dark";
  return (
    <Menu
      trigger={
        <Button tone="quiet" className="btn-icon" aria-label={t("frame.account.button", { name: user.name.full })}>
          <Avatar name={user.name.full} size="m" me />
        </Button>
      }
    >
      <MenuHead>
        <span className="strong">{user.name.full}</span>
        <span className="meta">{user.email}</span>
      </MenuHead>
      <MenuLine />
      <MenuItem icon={dark ? Sun : Moon} onSelect={() => saveSettings({ theme: dark ? "light" : "dark" })}>
        {t(dark ? "frame.account.light" : "frame.account.dark")}
      </MenuItem>
      <MenuItem icon={Settings} onSelect={onSettings}>
        {t("frame.account.settings")}
      </MenuItem>
      <MenuItem icon={Keyboard} hotkey="?" onSelect={onKeys}>
        {t("frame.account.keys")}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={signOut}>
        {t("frame.account.signOut")}
      </MenuItem>
    </Menu>
  );
}
