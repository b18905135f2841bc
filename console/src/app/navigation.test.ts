import { describe, expect, test } from "vitest";

import type { Permission } from "@/lib/permissions";
import { en } from "@/lib/words/en";
import { aDeclaredQueue, aDesk, PERMISSIONS } from "@/testing/factories";

import { moduleAddress } from "./modules";
import { type Entry, entriesOf, navigationOf, visibleTo } from "./navigation";

/** Spec, section 2: the menu entries in order, with their addresses and the permission needed to see them. */
const SPECIFIED: readonly (readonly [title: string, path: string | null, permission?: Permission])[] = [
  ["Dashboard", "/"],
  ["Ticket System", "/tickets", "tickets"],
  ["Bulk moderation tool", "/reviews/bulk-moderate", "bulk_moderation"],
  ["Moderate reviews", "/reviews/moderate"],
  ["Not yet verified", "/reviews/awaiting-verification"],
  ["Under investigation", "/reviews/under-investigation"],
  ["Queued to publish", "/reviews/queued"],
  ["Requests to restrict", "/reviews/request-to-restrict"],
  ["Backlog", "/reviews/backlog", "backlog"],
  ["Assigned to others", "/reviews/assigned-to-others", "assigned_to_others"],
  ["Banned words list", "/reviews/banned-words", "banned_words"],
  ["Escalated reviews", "/reviews/escalated", "head_moderator"],
  ["Testimonials", "/testimonials/moderate", "testimonials"],
  ["Company groups", "/groups", "groups"],
  ["Organisation tags", "/tags", "tags"],
  ["User accounts", "/accounts", "users"],
  ["Blacklist", "/blacklist", "blacklist"],
  ["Reporting", null, "reporting"],
  ["Custom reporting", null, "custom_reporting"],
  ["Client dashboard", null],
  ["Service status", null],
  ["Foresight", null, "foresight"],
];
/** Pages that are not in the specification, in the section where readers expect them. */
const OVERSIGHT: typeof SPECIFIED = [
  ["Team", "/team", "head_moderator"],
  ["All tickets", "/tickets/list", "tickets"],
  ["All testimonials", "/testimonials/list", "testimonials"],
  ["Classic review view", "/reviews/classic", "moderation"],
  ["Processes", "/processes", "history"],
  ["History", "/history", "history"],
  ["Quality", "/quality", "head_moderator"],
  ["Statements of reasons", "/statements", "head_moderator"],
  ["Audit log", "/audit", "history"],
  ["Reason codes", "/reason-codes", "history"],
  ["Failed jobs", "/jobs/failed", "head_moderator"],
  ["My work", "/my-work", "moderation"],
];
const LISTED = [...SPECIFIED, ...OVERSIGHT];
const titlesFor = (...held: Permission[]) =>
  LISTED.flatMap(([title, , permission]) => (holding(...held)(permission) ? [title] : []));

const navigation = navigationOf(aDesk());

const titleOf = (entry: Entry) => ("queue" in entry ? entry.queue.title : en.navigation[entry.name]);
/** False for queues that the server declares beyond the specification. */
const isSpecified = (entry: Entry) => !("queue" in entry) || LISTED.some(([title]) => title === titleOf(entry));

const holding =
  (...held: Permission[]) =>
  (permission?: Permission) =>
    permission === undefined || held.includes(permission);

const entriesFor = (held: readonly Permission[], sections = navigation) => entriesOf(visibleTo(holding(...held), sections));
const shownTo = (...held: Permission[]) => entriesFor(held).filter(isSpecified).map(titleOf);
const labelsFor = (...held: Permission[]) =>
  visibleTo(holding(...held), navigation).flatMap((section) => (section.label ? [section.name] : []));

describe("the sidebar", () => {
  test("without permissions shows the entries that need none", () => {
    expect(shownTo()).toEqual(titlesFor());
  });

  test.each(PERMISSIONS)("adds for %s what the specification names, and nothing else", (permission) => {
    expect(shownTo(permission)).toEqual(titlesFor(permission));
  });

  test("calls its entries what the specification calls them, at its addresses", () => {
    const listed = entriesOf(navigation).filter(isSpecified);
    expect(listed.map((entry) => [titleOf(entry), "path" in entry ? entry.path : null])).toEqual(
      LISTED.map(([title, path]) => [title, path]),
    );
    const labels = navigation.flatMap(({ name, label }) => (label ? [en.navigation[name]] : []));
    expect(labels).toEqual(["Moderation", "Organisation", "Reports", "Modules", "Oversight", "Yours"]);
  });

  test("labels Organisation and Reports for those who hold them, and never above nothing", () => {
    expect(labelsFor()).toEqual(["moderation", "modules"]);
    expect(labelsFor("organisation")).toEqual(["moderation", "modules"]);
    expect(labelsFor("history")).toEqual(["moderation", "modules", "oversight"]);
    expect(labelsFor("organisation", "tags", "reporting")).toEqual(["moderation", "organisation", "reports", "modules"]);
  });

  test("lists every declared queue", () => {
    const listed = entriesOf(navigation).flatMap((entry) => ("queue" in entry ? [entry.name] : []));
    expect(listed.toSorted()).toEqual(aDesk().queues.map(({ name }) => name).toSorted());
  });

  test("lists a declared queue in its place, by its position, with an icon even for a name that is not in the build", () => {
    const name = "added_by_this_test";
    const added = aDeclaredQueue({ name, place: "reviews", position: 2.5, icon: "not-in-the-build", permission: "blacklist" });
    const sections = navigationOf(aDesk({ queues: [...aDesk().queues, added] }));
    const names = entriesFor(["blacklist"], sections).map((entry) => entry.name);
    expect(names.indexOf(name)).toBe(names.indexOf("unverified") + 1);
    expect(names.indexOf(name)).toBe(names.indexOf("investigation") - 1);
    expect(entriesOf(sections).find((entry) => entry.name === name)?.icon).toBeDefined();
    expect(entriesFor([], sections).some((entry) => entry.name === name)).toBe(false);
  });

  test("gives no icon twice", () => {
    const icons = entriesOf(navigation).map(({ icon }) => icon);
    expect(icons.length - new Set(icons).size).toBe(0);
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
