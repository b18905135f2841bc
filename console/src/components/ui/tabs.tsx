import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Link, type To } from "react-router-dom";

import { formatNumber } from "@/lib/dates";
import { intoSight } from "@/lib/into-sight";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const idOf = (tab: string) => `tab-${tab}`;
const PANEL = "tab-panel";

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; title: string; count?: number | undefined }[];
  tab: Name;
  onOpen: (tab: Name) => void;
}

/** One Tab stop: arrow keys, Home and End move from tab to tab (WAI-ARIA tabs pattern). */
export function Tabs<Name extends string>({ label, tabs, tab, onOpen }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const go = (next: Name | undefined) => {
    if (!next) return;
    onOpen(next);
    list.current?.querySelector<HTMLElement>(`#${idOf(next)}`)?.focus();
  };
  const hear = (event: KeyboardEvent) => {
    const ltr = getComputedStyle(event.currentTarget).direction !== "rtl";
    const step = STEPS[event.key];
    const names = tabs.map(({ name }) => name);
    // use the focused tab: while a page is loading, the current tab lags behind the keys
    const at = names.findIndex((name) => idOf(name) === document.activeElement?.id);
    if (step !== undefined) go(names[(at + (ltr ? step : -step) + names.length) % names.length]);
    else if (event.key === "Home") go(names[0]);
    else if (event.key === "End") go(names.at(-1));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={hear}>
      {tabs.map(({ name, title, count }) => (
        <button
          key={name}
          ref={name === tab ? intoSight : undefined}
          type="button"
          role="tab"
          id={idOf(name)}
          className="tab"
          aria-selected={name === tab}
          aria-controls={PANEL}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {title}
          {count !== undefined && <Count>{formatNumber(count)}</Count>}
        </button>
      ))}
    </div>
  );
}

function Count({ children }: { children: ReactNode }) {
  return (
    <span className="count" aria-hidden>
      {children}
    </span>
  );
}

interface LinkProps {
  to: To;
  isCurrent: boolean;
  /** The number of results; the page itself announces it to screen readers. */
  count?: string | undefined;
  /** Without results: dimmed, and on a phone shown only if current. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** A tab with its own address. */
export function TabLink({ to, isCurrent, count, isEmpty = false, children }: LinkProps) {
  return (
    <Link
      ref={isCurrent ? intoSight : undefined}
      className={isEmpty && !isCurrent ? "tab dim not-phone" : "tab"}
      to={to}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
      {count !== undefined && <Count>{count}</Count>}
    </Link>
  );
}

export function TabPanel({ tab, className = "stack", children }: { tab: string; className?: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={PANEL} aria-labelledby={idOf(tab)} className={className} key={tab}>
      {children}
    </div>
  );
}
