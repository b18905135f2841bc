import {
  Activity,
  BadgeCheck,
  Building2,
  ChartNoAxesColumn,
  CircleX,
  Contact,
  History,
  Layers,
  LayoutDashboard,
  Library,
  ListChecks,
  type LucideIcon,
  MailCheck,
  Monitor,
  ScrollText,
  ShieldBan,
  ShieldCheck,
  SlidersHorizontal,
  TableProperties,
  Tags,
  Telescope,
  Ticket,
  UserRound,
  WholeWord,
  Workflow,
} from "lucide-react";

import { iconOf } from "@/components/desk/queue-icon";
import { type Desk, pathOf, type Queue, queuesAt } from "@/lib/desk";
import { paths } from "@/lib/paths";
import type { Permission } from "@/lib/permissions";
import type { en } from "@/lib/words/en";

import type { ModuleName } from "./modules";
import { beyondPages, pages } from "./route-table";

type Word = Exclude<keyof typeof en.navigation, "unavailable">;
type Reason = keyof typeof en.navigation.unavailable;

interface Named {
  name: Word;
  icon: LucideIcon;
  /** Without a permission, the entry is shown to everyone. */
  permission?: Permission;
}
export interface PageEntry extends Named {
  path: string;
  /** The letter after `g` that opens this entry. */
  key?: string;
}
interface ModuleEntry extends Named {
  module: ModuleName;
}
interface ClosedEntry extends Named {
  closed: Reason;
}
/** A queue as the server declares it, with its title, address, icon, key and count. */
interface QueueEntry {
  queue: Queue;
  name: string;
  icon: LucideIcon;
  permission?: Permission;
  path: string;
  key: string;
}
export type Entry = PageEntry | ModuleEntry | ClosedEntry | QueueEntry;

/** Where the declared queues of a place are inserted, ordered by their position; null: queues that name no place. */
interface Slot {
  queuesOf: string | null;
  /** Among queues that name no place: true for views of one's own work, false for the others. */
  own?: boolean;
}

interface Group<Item = Entry> {
  name: Word;
  icon: LucideIcon;
  entries: readonly Item[];
}

interface AnySection<Item> {
  name: Word;
  /** The section's heading and the permission to see it, or null for no heading; `badge` names a count. */
  label: { permission?: Permission; badge?: string } | null;
  items: readonly Item[];
}
type Section = AnySection<Entry | Group>;

/** The name and the permission of a page, from the route table. */
function named(path: string, icon: LucideIcon): Named {
  const page = pages.find((each) => each.path === path);
  if (!page) throw new Error(`no page has the address ${path}`);
  const { name, permission } = page;
  return { name, icon, ...(permission && { permission }) };
}

function entryAt(path: string, icon: LucideIcon, key?: string): PageEntry {
  return { ...named(path, icon), path, ...(key && { key }) };
}

/**
 * The sidebar of spec, section 2: its own entries, and slots for the queues that the server declares. Pages that the
 * specification does not have come below, so that each page has an entry.
 */
const SIDEBAR: readonly AnySection<Entry | Slot | Group<Entry | Slot>>[] = [
  {
    name: "dashboard",
    label: null,
    items: [
      entryAt(paths.home, LayoutDashboard, "h"),
      { queuesOf: "dashboard" },
    ],
  },
  {
    name: "moderation",
    label: { badge: "pending" },
    items: [
      {
        name: "reviews",
        icon: ShieldCheck,
        entries: [
          entryAt(paths.bulkModerate, Layers),
          { queuesOf: "reviews" },
          entryAt(paths.bannedWords, WholeWord),
        ],
      },
      { queuesOf: "moderation" },
    ],
  },
  {
    name: "organisation",
    label: { permission: beyondPages.organisation },
    items: [
      entryAt(paths.groups, Building2),
      entryAt(paths.tags, Tags),
      entryAt(paths.accounts, UserRound),
      entryAt(paths.blacklist, ShieldBan),
    ],
  },
  {
    name: "reports",
    label: { permission: beyondPages.reports },
    items: [
      { ...named(paths.reporting, ChartNoAxesColumn), closed: "reports" },
      {
        name: "customReporting",
        icon: SlidersHorizontal,
        permission: beyondPages.customReporting,
        closed: "customReporting",
      },
    ],
  },
  {
    name: "modules",
    label: {},
    items: [
      { name: "clientDashboard", icon: Monitor, module: "clientDashboard" },
      { name: "serviceStatus", icon: Activity, module: "serviceStatus" },
      { name: "foresight", icon: Telescope, module: "foresight", permission: beyondPages.foresight },
    ],
  },
  {
    name: "oversight",
    label: {},
    items: [
      { queuesOf: null, own: false },
      entryAt(paths.team, Contact),
      entryAt(paths.ticketList, Ticket),
      entryAt(paths.testimonialList, Library),
      entryAt(paths.classic, TableProperties),
      entryAt(paths.processes, Workflow),
      entryAt(paths.history, History),
      entryAt(paths.quality, BadgeCheck),
      entryAt(paths.statements, MailCheck),
      entryAt(paths.auditLog, ScrollText),
      entryAt(paths.reasonCodes, ListChecks),
      entryAt(paths.failedJobs, CircleX),
    ],
  },
  { name: "own", label: {}, items: [{ queuesOf: null, own: true }] },
];

/** The complete sidebar of a desk, with its queues in their slots. */
export function navigationOf(desk: Desk): Section[] {
  const expand = <Item extends object>(item: Item | Slot): (Item | QueueEntry)[] =>
    "queuesOf" in item ? queuesAt(desk, item.queuesOf).filter(({ view }) => (item.own ?? view) === view).map(entryOf) : [item];
  return SIDEBAR.map((section) => ({
    ...section,
    items: section.items.flatMap((item): (Entry | Group)[] =>
      "entries" in item ? [{ ...item, entries: item.entries.flatMap(expand<Entry>) }] : expand<Entry>(item),
    ),
  }));
}

/** The specification's menu (section 2) shows entries of this permission to everyone; the page answers 403. */
const NOT_ASKED_BY_THE_MENU: Permission = "moderation";

/** A declared queue as an entry of the sidebar or of the keyboard shortcuts. */
export function entryOf(queue: Queue): QueueEntry {
  const { name, key, permission, place } = queue;
  return {
    queue,
    name,
    icon: iconOf(queue),
    path: pathOf(queue),
    key,
    ...((permission !== NOT_ASKED_BY_THE_MENU || place === null) && { permission }),
  };
}

/** All entries, with groups flattened. */
export function entriesOf(sections: readonly Section[]): Entry[] {
  return sections.flatMap((section) => section.items.flatMap((item) => ("entries" in item ? item.entries : [item])));
}

/**
 * The part of the sidebar that a person sees: entries by permission, labels by permission and only above a visible
 * entry.
 */
export function visibleTo(can: (permission?: Permission) => boolean, sections: readonly Section[]): Section[] {
  const allowed = (entry: Entry) => can(entry.permission);
  return sections
    .map((section) => ({
      ...section,
      label: section.label && can(section.label.permission) ? section.label : null,
      items: section.items
        .map((item) => ("entries" in item ? { ...item, entries: item.entries.filter(allowed) } : item))
        .filter((item) => ("entries" in item ? item.entries.length > 0 : allowed(item))),
    }))
    .filter((section) => section.items.length > 0);
}
