import { Keyboard } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand, type TriggerProps } from "@/components/ui/on-demand";
import { SearchControl } from "@/features/search/search-control";
import { useUser } from "@/features/session/session-context";
import { useHotkeys } from "@/lib/hotkeys";
import { lazyPart } from "@/lib/lazy-part";
import { Allowed } from "@/lib/permissions";
import { useSettings } from "@/lib/settings";

import { usePaletteKey } from "./palette/use-palette-key";

/** The avatar at the end of the top bar, which opens the account menu. */
const AccountButton = onDemand(AccountTrigger, async () => (await import("./account-menu")).AccountMenu);

const KeysSheet = lazyPart(async () => ({ default: (await import("@/components/layout/keys-sheet")).KeysSheet }));
const Palette = lazyPart(async () => ({ default: (await import("./palette/palette")).Palette }));
const SettingsDialog = lazyPart(async () => ({ default: (await import("@/features/settings/settings-dialog")).SettingsDialog }));

type Panel = "keys" | "palette" | "settings" | null;

/** The end of the top bar: search, palette, keys and account. */
export function TopBarTools() {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<Panel>(null);
  const { singleKeys } = useSettings();
  const close = () => setPanel(null);
  useHotkeys("general", [
    { keys: "?", label: t("frame.keys.thisSheet"), run: () => setPanel("keys") },
    { keys: "Ctrl k", label: t("frame.keys.palette") },
  ]);
  usePaletteKey(() => setPanel((shown) => (shown === "palette" ? null : "palette")));
  return (
    <>
      <Allowed permission="search">
        <SearchControl />
      </Allowed>
      <IconButton icon={Keyboard} label={t(singleKeys ? "frame.keys.button" : "frame.account.keys")} className="not-phone" onClick={() => setPanel("keys")} />
      <AccountButton onKeys={() => setPanel("keys")} onSettings={() => setPanel("settings")} />
      <Suspense fallback={<HoldKeys />}>{panel === "palette" && <Palette onClose={close} />}</Suspense>
      <Suspense>
        {panel === "keys" && <KeysSheet onClose={close} />}
        {panel === "settings" && <SettingsDialog onClose={close} />}
      </Suspense>
    </>
  );
}

function AccountTrigger(props: TriggerProps) {
  const { t } = useTranslation();
  const { name, avatarFilename } = useUser();
  return (
    <Button {...props} tone="quiet" className="btn-icon" aria-label={t("frame.account.button", { name: name.full })}>
      <Avatar name={name.full} size="m" picture={avatarFilename} me />
    </Button>
  );
}
