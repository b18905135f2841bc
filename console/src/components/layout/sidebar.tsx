import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { NavEntry } from "./nav-entry";
import type { NavEntry as Entry, NavGroup as Group, NavSection } from "./nav-types";

interface Props {
  sections: readonly NavSection[];
  /** At the end of the brand row: the collapse or close button. */
  control: ReactNode;
}

/** Maps a page without an entry to the page that lists it. */
const listOf = (path: string) => LISTS.find(([page]) => path === page || path.startsWith(`${page}/`))?.[1] ?? path;

const LISTS = [
  ["/bulk", paths.bulkModerate],
  ["/tag", paths.tags],
  [paths.cannedReplies, paths.ticketList],
  [paths.quarantine, paths.ticketList],
] as const;

/** Brand and navigation; the same in the column, the rail and the drawer. */
export function Sidebar({ sections, control }: Props) {
  const { t } = useTranslation();
  const here = entryOf(listOf(useLocation().pathname), sections);
  const nav = useHereInSight(here, sections);
  return (
    <>
      <div className="brand">
        <Link className="brand-link" to={paths.home} aria-label={t("frame.brand")}>
          <Mark />
          <span>{t("frame.product")}</span>
        </Link>
        {control}
      </div>
      <nav ref={nav} className="nav" aria-label={t("navigation.label")}>
        {sections.map((section) => (
          <div key={section.name} className={section.name === "own" ? "nav-foot" : "nav-section"} role="group" aria-label={section.label ?? undefined}>
            {section.label && (
              <p className="nav-label">
                <span>{section.label}</span>
                {section.badge ? <b className="pip">{formatNumber(section.badge)}</b> : null}
              </p>
            )}
            {section.items.map((item) =>
              "entries" in item ? (
                <NavGroup key={item.name} group={item} here={here} />
              ) : (
                <NavEntry key={item.name} entry={item} isHere={item === here} />
              ),
            )}
          </div>
        ))}
      </nav>
    </>
  );
}

/** Scrolls the current entry into view when the page changes, when entries load, and when the window gets lower. */
function useHereInSight(here: Entry | undefined, sections: readonly NavSection[]) {
  const nav = useRef<HTMLElement>(null);
  const entries = sections.flatMap(({ items }) => items.map(({ name }) => name)).join(" ");
  useEffect(() => {
    const show = () => nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
    show();
    window.addEventListener("resize", show);
    return () => window.removeEventListener("resize", show);
  }, [here?.name, entries]);
  return nav;
}

/** The entry of an address: that of its page, else the longest entry path above it. */
function entryOf(pathname: string, sections: readonly NavSection[]): Entry | undefined {
  const lengthOf = ({ to }: Entry) => (to.kind === "page" && isWithin(pathname, to.path) ? to.path.length : 0);
  return sections
    .flatMap(({ items }) => items.flatMap((item) => ("entries" in item ? item.entries : [item])))
    .filter((entry) => lengthOf(entry) > 0)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== paths.home && pathname.startsWith(`${path}/`));
}

/** Entries that fold away under one heading. */
function NavGroup({ group, here }: { group: Group; here: Entry | undefined }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <button className="nav-item" type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon of={group.icon} />
        <span className="cut">{group.label}</span>
        <Icon of={ChevronDown} className="tail" />
      </button>
      <div className="nav-sub" id={id} role="group" aria-label={group.label} hidden={!open}>
        {group.entries.map((entry) => (
          <NavEntry key={entry.name} entry={entry} isHere={entry === here} />
        ))}
      </div>
    </>
  );
}
