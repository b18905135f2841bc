import "./words";

import { CornerDownRight, Keyboard, type LucideIcon, Moon, Sun, Zap } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/components/desk/announcer";
import { Picker } from "@/components/picker/picker";
import { Icon } from "@/components/ui/icon";
import { Key } from "@/components/ui/key";
import { PaletteFrame } from "@/components/ui/palette-frame";
import { SEARCH_TYPES, type SearchType } from "@/features/search/search-type-select";
import { hasBeginnings } from "@/lib/fold";
import { type HotkeyGroup, listActions } from "@/lib/hotkeys";
import { useCan } from "@/lib/permissions";
import { saveSettings, useSettings } from "@/lib/settings";
import { useMedia } from "@/lib/use-media";

import type { Command } from "./commands";
import styles from "./palette.module.css";
import { useFound, usePeople } from "./use-found";
import { usePlaces } from "./use-places";

const ICONS: Partial<Record<HotkeyGroup, LucideIcon>> = { outcomes: Zap, lists: CornerDownRight, general: Keyboard };
const HERE = ["outcomes", "item", "lists"] as const satisfies readonly HotkeyGroup[];
const SEARCH = "/"; // left out: the palette has a search of its own
const SHEET = "?"; // left out on touch screens: keys are useless without a keyboard

/** Opens over any page: pages, actions, people and search results in one list that typing narrows. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const chosen = useRef<Command>(null);
  const typed = text.trim();
  const { goTo, barred } = usePlaces(typed);
  const { here, settings } = useActions(typed);
  const people = usePeople(typed);
  const [wanted, setKind] = useState<SearchType>("everything");
  const maySearch = useCan()("search");
  const hasKinds = maySearch && typed !== "";
  const kind = hasKinds ? wanted : "everything";
  const { commands: found, everything, isSearched, total } = useFound(typed, kind);
  const otherwise = everything ? [everything] : [];
  const beside = kind === "everything" ? [...goTo, ...people, ...here, ...settings, ...barred] : [];
  const commands =
    kind === "everything"
      ? [
          ...goTo,
          // before anything is typed, actions come before recent searches; afterwards results come before actions whose
          // names match
          ...(typed === "" ? [...here, ...found] : [...people, ...found, ...here]),
          ...settings,
          ...otherwise,
          ...barred,
        ]
      : [...found, ...otherwise];
  const count = total + beside.length;

  return (
    <PaletteFrame
      title={t("palette.title")}
      onClose={onClose}
      // run after closing: the page has the focus again and can pass it to what the command opens
      onClosed={() => chosen.current?.run()}
      onSubmit={() => everything && choose(everything)}
      onTab={hasKinds ? (step) => setKind(SEARCH_TYPES.at((SEARCH_TYPES.indexOf(kind) + step) % SEARCH_TYPES.length) ?? "everything") : undefined}
      foot={
        <>
          <span className={styles.hint}>
            <Key keys="↑ ↓" /> {t("palette.move")}
          </span>
          <span className={styles.hint}>
            <Key keys="Enter" /> {t("palette.choose")}
          </span>
          {hasKinds && (
            <span className={styles.hint}>
              <Key keys="Tab" /> {t("palette.kind")}
            </span>
          )}
          <span className="end" />
          <span className={styles.hint}>
            <Key keys="Escape" /> {t("common.close").toLowerCase()}
          </span>
        </>
      }
    >
      <Picker
        texts={{ label: t("palette.title"), placeholder: t("palette.placeholder"), nothing: isSearched ? t("palette.nothing") : t("common.loading") }}
        search={{ text, onType: setText, below: hasKinds && <Kinds chosen={kind} onChoose={setKind} /> }}
        options={commands.map(({ id, group, deliberate, ...command }) => ({
          id,
          group,
          deliberate: deliberate === true,
          content: <Line {...command} />,
        }))}
        chosen={null}
        onChoose={(id) => {
          const command = commands.find((one) => one.id === id);
          if (command) choose(command);
        }}
      />
      <p className="palette-count meta" role="status">
        {typed !== "" && isSearched && t("search.found", { count: count })}
      </p>
    </PaletteFrame>
  );

  function choose(command: Command) {
    chosen.current = command;
    onClose();
  }
}

/** The kinds to search in; Tab in the field switches between them. */
function Kinds({ chosen, onChoose }: { chosen: SearchType; onChoose: (kind: SearchType) => void }) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t("frame.search.type")} className={`chip-strip ${styles.kinds}`}>
      {SEARCH_TYPES.map((kind) => (
        <button key={kind} type="button" className="chip" tabIndex={-1} aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
          {kind === "everything" ? t("palette.allKinds") : t(`frame.search.types.${kind}`)}
        </button>
      ))}
    </div>
  );
}

function Line({ label, icon, content, meta, keys, leads }: Omit<Command, "id" | "group" | "deliberate">) {
  return (
    <>
      <Icon of={icon} />
      {content ? <span className={styles.words}>{content}</span> : <bdi className={leads && !keys ? `cut ${styles.leads}` : "cut"}>{label}</bdi>}{" "}
      <span className="end" />
      {meta && <span className="meta nowrap">{meta}</span>}
      {keys ? <Key keys={keys} silent /> : meta && !content && <span className="keys" />}
    </>
  );
}

/** The actions of the page below the palette, and two settings: the key sheet and the theme. */
function useActions(typed: string): { here: Command[]; settings: Command[] } {
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
