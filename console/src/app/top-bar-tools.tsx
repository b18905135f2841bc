import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeysSheet } from "@/components/layout/keys-sheet";
import { IconButton } from "@/components/ui/icon-button";
import { SearchControl } from "@/features/search/search-control";
import { SettingsDialog } from "@/features/settings/settings-dialog";
import { useHotkeys } from "@/lib/hotkeys";
import { Allowed } from "@/lib/permissions";

import { AccountMenu } from "./account-menu";

type Panel = "keys" | "settings" | null;

/** Search, keys and account, at the end of the top bar. */
export function TopBarTools() {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<Panel>(null);
  const close = () => setPanel(null);
  useHotkeys("general", [{ keys: "?", label: t("frame.keys.thisSheet"), run: () => setPanel("keys") }]);
  return (
    <>
      <Allowed permission="search">
        <SearchControl />
      </Allowed>
      <IconButton icon={Keyboard} label={t("frame.keys.button")} className="not-phone" onClick={() => setPanel("keys")} />
      <AccountMenu onKeys={() => setPanel("keys")} onSettings={() => setPanel("settings")} />
      <KeysSheet open={panel === "keys"} onOpenChange={close} />
      <SettingsDialog open={panel === "settings"} onOpenChange={close} />
    </>
  );
}
