import { CornerDownRight, Keyboard, type LucideIcon, Moon, Sun, Zap } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { hasBeginnings } from "@/lib/fold";
import { type HotkeyGroup, listActions } from "@/lib/hotkeys";
import { saveSettings, useSettings } from "@/lib/settings";
import { useMedia } from "@/lib/use-media";

import type { Command } from "./commands";

const ICONS: Partial<Record<HotkeyGroup, LucideIcon>> = { outcomes: Zap, lists: CornerDownRight, general: Keyboard };
const HERE = ["outcomes", "item", "lists"] as const satisfies readonly HotkeyGroup[];
const SEARCH = "/"; // the palette searches itself
const SHEET = "?"; // says nothing to who has no keyboard

/** What keys do on the page over which the palette was opened; and the sheet of keys and the theme. */
export function useActions(typed: string): { here: Command[]; settings: Command[] } {
  const { t } = useTranslation();
  const [actions] = useState(listActions);
  const dark = useSettings().theme === "dark";
  const isTouched = useMedia("(pointer: coarse)");
  const theme: Command = {
    id: "theme",
    group: t("palette.settings"),
    label: t(dark ? "frame.account.light" : "frame.account.dark"),
    icon: dark ? Sun : Moon,
    run: () => saveSettings({ theme: dark ? "light" : "dark" }),
  };
  const commandsOf = (group: HotkeyGroup, heading: string) =>
    actions
      .filter((action) => action.group === group && action.keys !== SEARCH && !(isTouched && action.keys === SHEET))
      .map(({ keys, label, run }): Command => ({
        id: `action ${keys}`,
        group: heading,
        label,
        icon: ICONS[group] ?? Zap,
        keys,
        deliberate: group !== "general",
        run: () => {
          if (!run()) announce(t("palette.gone"), "assertive");
        },
      }));
  const isNamed = ({ label }: Command) => hasBeginnings(label, typed);
  return {
    here: HERE.flatMap((group) => commandsOf(group, t(`frame.keys.groups.${group}`))).filter(isNamed),
    settings: [...commandsOf("general", t("palette.settings")), theme].filter(isNamed),
  };
}
