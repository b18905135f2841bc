import {
  Activity,
  Building2,
  ChartNoAxesColumn,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Monitor,
  ShieldBan,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Telescope,
  UserRound,
  WholeWord,
} from "lucide-react";

import type { CountName } from "@/api/types";
import { paths } from "@/lib/paths";
import type { Permission } from "@/lib/permissions";
import { type QueueName, queues } from "@/lib/queues";
import type { en } from "@/lib/words/en";

import type { ModuleName } from "./modules";

type Word = Exclude<keyof typeof en.navigation, "unavailable">;
type Reason = keyof typeof en.navigation.unavailable;

interface Place {
  name: Word;
  icon: LucideIcon;
  /** Without one, the entry is shown to everyone. */
  permission?: Permission;
}
export interface PageEntry extends Place {
  path: string;
  count?: CountName;
  /** The letter after `g` that leads here. */
  key?: string;
}
export interface ModuleEntry extends Place {
  module: ModuleName;
}
export interface ClosedEntry extends Place {
  closed: Reason;
}
export type Entry = PageEntry | ModuleEntry | ClosedEntry;

export interface Group {
  name: Word;
  icon: LucideIcon;
  entries: readonly Entry[];
}

export interface Section {
  name: Word;
  /** Whether the section's name stands above it, and who sees that. */
  label: { permission?: Permission; badge?: CountName } | null;
  items: readonly (Entry | Group)[];
}

/** The sidebar, entry by entry, as in spec, section 2. */
export const navigation: readonly Section[] = [
  {
    name: "dashboard",
    label: null,
    items: [
      { name: "dashboard", icon: LayoutDashboard, path: paths.home, key: "h" },
      queue("tickets", "tickets"),
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
          { name: "bulkModerate", icon: Layers, path: paths.bulkModerate, permission: "bulk_moderation" },
          queue("pending"),
          queue("unverified"),
          queue("investigation"),
          queue("queued"),
          queue("requests_to_restrict"),
          queue("backlog", "backlog"),
          queue("assigned_to_others", "assigned_to_others"),
          { name: "bannedWords", icon: WholeWord, path: paths.bannedWords, permission: "banned_words" },
        ],
      },
      queue("escalated", "head_moderator"),
      queue("testimonials", "testimonials"),
    ],
  },
  {
    name: "organisation",
    label: { permission: "organisation" },
    items: [
      { name: "groups", icon: Building2, path: paths.groups, permission: "groups" },
      { name: "tags", icon: Tags, path: paths.tags, permission: "tags" },
      { name: "accounts", icon: UserRound, path: paths.accounts, permission: "users" },
      { name: "blacklist", icon: ShieldBan, path: paths.blacklist, permission: "blacklist" },
    ],
  },
  {
    name: "reports",
    label: { permission: "reporting" },
    items: [
      { name: "reporting", icon: ChartNoAxesColumn, permission: "reporting", closed: "reporting" },
      { name: "customReporting", icon: SlidersHorizontal, permission: "custom_reporting", closed: "customReporting" },
    ],
  },
  {
    name: "modules",
    label: {},
    items: [
      { name: "clientDashboard", icon: Monitor, module: "clientDashboard" },
      { name: "serviceStatus", icon: Activity, module: "serviceStatus" },
      { name: "foresight", icon: Telescope, module: "foresight", permission: "foresight" },
    ],
  },
];

function queue(name: Extract<QueueName, CountName>, permission?: Permission): PageEntry {
  const { path, icon, key } = queues[name];
  return { name, icon, path, key, count: name, ...(permission && { permission }) };
}

/** All entries, out of their groups. */
export function entriesOf(sections: readonly Section[]): Entry[] {
  return sections.flatMap((section) => section.items.flatMap((item) => ("entries" in item ? item.entries : [item])));
}

/** What a person sees of it: entries by their own permission, labels by theirs and only above something. */
export function visibleTo(can: (permission?: Permission) => boolean, sections = navigation): Section[] {
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
