import { CornerDownRight, Keyboard, type LucideIcon, Moon, Search, Sun, Zap } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { hasBeginnings } from "@/lib/fold";
import { type HotkeyGroup, listActions } from "@/lib/hotkeys";
import { saveSettings, useSettings } from "@/lib/settings";

import type { Command } from "./commands";

const ICONS: Partial<Record<HotkeyGroup, LucideIcon>> = { outcomes: Zap, lists: CornerDownRight, general: Keyboard };
const GROUPS = ["outcomes", "lists", "general"] as const satisfies readonly HotkeyGroup[];

/** What keys do on the page over which the palette was opened, and the theme. */
export function useActions(typed: string): Command[] {
  const { t } = useTranslation();
  const [actions] = useState(listActions);
  const dark = useSettings().theme === "dark";
  const theme: Command = {
    id: "theme",
    group: t("palette.settings"),
    label: t(dark ? "frame.account.light" : "frame.account.dark"),
    icon: dark ? Sun : Moon,
    run: () => saveSettings({ theme: dark ? "light" : "dark" }),
  };
  const commands = GROUPS.flatMap((group) =>
    actions
      .filter((action) => action.group === group)
      .map(({ keys, label, run }): Command => ({
        id: `action ${keys}`,
        group: t(`frame.keys.groups.${group}`),
        label,
        icon: keys === "/" ? Search : (ICONS[group] ?? Zap),
        keys,
        deliberate: group !== "general",
        run: () => {
          if (!run()) announce(t("palette.gone"), "assertive");
        },
      })),
  );
  return [...commands, theme].filter(({ label }) => hasBeginnings(label, typed));
}
