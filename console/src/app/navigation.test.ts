import { describe, expect, test } from "vitest";

import type { Permission } from "@/lib/permissions";
import { en } from "@/lib/words/en";
import { aDeclaredQueue, aDesk, PERMISSIONS } from "@/testing/factories";

import { moduleAddress } from "./modules";
import { type Entry, entriesOf, navigationOf, visibleTo } from "./navigation";

const navigation = navigationOf(aDesk());

const nameOf = (entry: Entry) => ("queue" in entry ? entry.queue.title : en.navigation[entry.name]);

const holding =
  (...held: Permission[]) =>
  (permission?: Permission) =>
    permission === undefined || held.includes(permission);

const namesFor = (...held: Permission[]) => entriesOf(visibleTo(holding(...held), navigation)).map(({ name }) => name);
const labelsFor = (...held: Permission[]) =>
  visibleTo(holding(...held), navigation).flatMap((section) => (section.label ? [section.name] : []));

/** Spec, section 2: entries without a permission are shown to everyone. */
const FOR_EVERYONE = [
  "dashboard",
  "pending",
  "unverified",
  "investigation",
  "queued",
  "requests_to_restrict",
  "clientDashboard",
  "serviceStatus",
];

/** Spec, section 2: what each permission adds to the sidebar. */
const ADDED: Record<Permission, string[]> = {
  tickets: ["tickets"],
  bulk_moderation: ["bulkModerate"],
  backlog: ["backlog"],
  assigned_to_others: ["assigned_to_others"],
  banned_words: ["bannedWords"],
  head_moderator: ["escalated"],
  testimonials: ["testimonials"],
  organisation: [],
  groups: ["groups"],
  tags: ["tags"],
  users: ["accounts"],
  blacklist: ["blacklist"],
  reporting: ["reporting"],
  custom_reporting: ["customReporting"],
  foresight: ["foresight"],
  search: [],
  top_level_add: [],
  moderation: [],
  history: [],
};

describe("the sidebar", () => {
  test("without permissions shows the entries that need none", () => {
    expect(namesFor()).toEqual(FOR_EVERYONE);
  });

  test.each(PERMISSIONS)("adds for %s what the specification names, and nothing else", (permission) => {
    const added = namesFor(permission).filter((name) => !FOR_EVERYONE.includes(name));
    expect(added).toEqual(ADDED[permission]);
  });

  test("keeps the specification's order", () => {
    expect(namesFor(...PERMISSIONS)).toEqual([
      "dashboard",
      "tickets",
      "bulkModerate",
      "pending",
      "unverified",
      "investigation",
      "queued",
      "requests_to_restrict",
      "backlog",
      "assigned_to_others",
      "bannedWords",
      "escalated",
      "testimonials",
      "groups",
      "tags",
      "accounts",
      "blacklist",
      "reporting",
      "customReporting",
      "clientDashboard",
      "serviceStatus",
      "foresight",
    ]);
  });

  test("calls its entries what the specification calls them, at its addresses", () => {
    expect(entriesOf(navigation).map((entry) => [nameOf(entry), "path" in entry ? entry.path : null])).toEqual([
      ["Dashboard", "/"],
      ["Ticket System", "/tickets"],
      ["Bulk moderation tool", "/reviews/bulk-moderate"],
      ["Moderate reviews", "/reviews/moderate"],
      ["Not yet verified", "/reviews/awaiting-verification"],
      ["Under investigation", "/reviews/under-investigation"],
      ["Queued to publish", "/reviews/queued"],
      ["Requests to restrict", "/reviews/request-to-restrict"],
      ["Backlog", "/reviews/backlog"],
      ["Assigned to others", "/reviews/assigned-to-others"],
      ["Banned words list", "/reviews/banned-words"],
      ["Escalated reviews", "/reviews/escalated"],
      ["Testimonials", "/testimonials/moderate"],
      ["Company groups", "/groups"],
      ["Organisation tags", "/tags"],
      ["User accounts", "/accounts"],
      ["Blacklist", "/blacklist"],
      ["Reporting", null],
      ["Custom reporting", null],
      ["Client dashboard", null],
      ["Service status", null],
      ["Foresight", null],
    ]);
    const labels = navigation.flatMap(({ name, label }) => (label ? [en.navigation[name]] : []));
    expect(labels).toEqual(["Moderation", "Organisation", "Reports", "Modules"]);
  });

  test("labels Organisation and Reports for those who hold them, and never above nothing", () => {
    expect(labelsFor()).toEqual(["moderation", "modules"]);
    expect(labelsFor("organisation")).toEqual(["moderation", "modules"]);
    expect(labelsFor("organisation", "tags", "reporting")).toEqual(["moderation", "organisation", "reports", "modules"]);
  });

  test("lists a declared queue in its place, by its position, with an icon even for a name that is not in the build", () => {
    const legal = aDeclaredQueue({ place: "reviews", position: 2.5, icon: "gavel" });
    const desk = aDesk({ queues: [...aDesk().queues, legal] });
    const names = entriesOf(navigationOf(desk)).map(({ name }) => name);
    expect(names.indexOf("legal")).toBe(names.indexOf("unverified") + 1);
    expect(names.indexOf("legal")).toBe(names.indexOf("investigation") - 1);
    expect(entriesOf(navigationOf(desk)).find(({ name }) => name === "legal")?.icon).toBeDefined();
  });

  test("gives no letter twice", () => {
    const keys = entriesOf(navigation).flatMap((entry) => ("path" in entry && entry.key ? [entry.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("an external module", () => {
  test("is opened only at an address of the web", () => {
    const foresight = (address: string) => moduleAddress("foresight", [{ name: "foresight", address }]);
    expect(foresight("https://foresight.example")).toBe("https://foresight.example/");
    expect(foresight("javascript:alert(1)")).toBeNull();
    expect(foresight("not an address")).toBeNull();
    expect(moduleAddress("foresight", [])).toBeNull();
  });
});
