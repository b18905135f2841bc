import { CircleCheck, CircleOff, Keyboard, LogOut, Moon, Settings, Sun, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { Menu, MenuHead, MenuItem, MenuLine } from "@/components/ui/menu";
import type { OnDemandProps } from "@/components/ui/on-demand";
import { useSession, useUser } from "@/features/session/session-context";
import { useMyDuty } from "@/features/session/use-my-duty";
import { paths } from "@/lib/paths";
import { saveSettings, useSettings } from "@/lib/settings";

interface Props {
  onKeys: () => void;
  onSettings: () => void;
}

export function AccountMenu({ trigger, openedBy, onKeys, onSettings }: Props & OnDemandProps) {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { onDuty, toggle } = useMyDuty();
  const dark = useSettings().theme === "dark";
  return (
    <Menu trigger={trigger} openedBy={openedBy}>
      <MenuHead>
        <span className="strong">{user.name.full}</span>
        <span className="meta">{user.email}</span>
      </MenuHead>
      <MenuLine />
      {user.cms_access.length > 0 && (
        <MenuItem icon={onDuty ? CircleCheck : CircleOff} onSelect={toggle}>
          {t(onDuty ? "people.duty.goOff" : "people.duty.goOn")}
        </MenuItem>
      )}
      <MenuItem icon={UserRound} onSelect={() => void navigate(paths.account(user.id))}>
        {t("frame.account.own")}
      </MenuItem>
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
