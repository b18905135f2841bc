import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "@/lib/permissions";
import { useAddress } from "@/lib/use-address";

/** In the order of spec, section 2. */
const TABS = ["basic", "password", "notifications", "two_factor", "associations", "keys", "delete"] as const;
export type Tab = (typeof TABS)[number];
/** What one has of one's own account without managing accounts (decision 70). */
const OWN: readonly Tab[] = ["basic", "password", "notifications", "two_factor", "keys"];

/** The tabs that this person sees, and the open one, which stands in the address. */
export function useTab(): [readonly Tab[], Tab, (tab: Tab) => void] {
  const [params, replaceParams] = useAddress();
  const tabs = useCan()("users") ? TABS : OWN;
  const tab = tabs.find((name) => name === params.get("tab")) ?? "basic";
  return [tabs, tab, (next) => replaceParams(next === "basic" ? {} : { tab: next })];
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const idOf = (tab: Tab) => `tab-${tab}`;
const PANEL = "tab-panel";

interface Props {
  tabs: readonly Tab[];
  tab: Tab;
  onOpen: (tab: Tab) => void;
}

/** One stop of the keyboard: arrows, Home and End go from tab to tab, as WAI-ARIA has it. */
export function Tabs({ tabs, tab, onOpen }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  // on a phone the tabs are wider than the page
  useEffect(() => {
    list.current?.querySelector(`#${idOf(tab)}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  const go = (next: Tab | undefined) => {
    if (!next) return;
    onOpen(next);
    list.current?.querySelector<HTMLElement>(`#${idOf(next)}`)?.focus();
  };
  const hear = (event: KeyboardEvent) => {
    const ltr = getComputedStyle(event.currentTarget).direction !== "rtl";
    const step = STEPS[event.key];
    // the focused tab: a page that is on its way does not delay the next key
    const at = tabs.findIndex((name) => idOf(name) === document.activeElement?.id);
    if (step !== undefined) go(tabs[(at + (ltr ? step : -step) + tabs.length) % tabs.length]);
    else if (event.key === "Home") go(tabs[0]);
    else if (event.key === "End") go(tabs.at(-1));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={t("accounts.tabs.label")} tabIndex={-1} onKeyDown={hear}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={idOf(name)}
          className="tab"
          aria-selected={name === tab}
          aria-controls={PANEL}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {t(`accounts.tabs.${name}`)}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ tab, children }: { tab: Tab; children: ReactNode }) {
  return (
    <div role="tabpanel" id={PANEL} aria-labelledby={idOf(tab)} className="stack" key={tab}>
      {children}
    </div>
  );
}

/** The tab of two factor authentication, of which the specification says that it is not yet available. */
export function NotYet() {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.two_factor.title")}</h2>
      </div>
      <p className="card-body soft">{t("accounts.two_factor.text")}</p>
    </section>
  );
}
