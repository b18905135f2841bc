import { randomUUID } from "node:crypto";

import type { TicketConversation } from "@/api/types";

import { settled } from "./support/arrivals";
import { keptTheme, overflow, type Theme } from "./support/looks";
import { Client } from "./support/mail";
import { liveThrough, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const PAPER = { width: 794, height: 1123 }; // A4 at 96 dpi
const SHEET = 686; // A4 without its margins, within a card

test("a ticket is printed whole: what is folded too, no control, and notes of colleagues by choice alone", async ({ visit }) => {
  const client = new Client();
  const subject = `A long story ${randomUUID().slice(0, 8)}`;
  const { page, api } = await visit({ as: "MODERATOR", kept: keptTheme("dark"), browser: { viewport: PAPER } });
  let last = client.sends(subject, `Part 1. ${"It went on and on. ".repeat(20)}`);
  for (let part = 2; part <= 10; part += 1)
    last = client.sends(`Re: ${subject}`, `Part ${part}.\n\nOn Monday Docket wrote:\n> Quoted ${part}`, { "In-Reply-To": last });
  await client.arrives();
  const { items } = await api.ask<{ items: { id: number }[] }>("GET", `/tickets?q=${encodeURIComponent(subject)}`);
  await openPage(page, `/tickets/${items[0]?.id ?? 0}`);
  const messages = page.getByRole("list", { name: "Messages", exact: true });
  await expect(messages.getByText("Part 10.")).toBeVisible();
  await expect(messages.getByText("Part 3.")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => overflow(page)).toEqual([]);
  for (const words of ["Part 1.", "Part 3.", "Part 10.", "> Quoted 3"]) await expect(messages.getByText(words).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  for (const aside of [page.getByRole("navigation"), page.getByRole("button"), page.getByRole("search"), page.getByRole("textbox")])
    await expect(aside.filter({ visible: true })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  // nothing is hidden in a scroller: the paper is as high as what stands on it
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main, main *")]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll|hidden/.test(getComputedStyle(one).overflowY))
      .filter((one) => one.clientHeight > 1 && !one.closest(".sr, .cut"))
      .map((one) => one.className || one.tagName),
  );
  expect(cut).toEqual([]);

  const { task } = await api.ask<TicketConversation>("GET", `/tickets/${items[0]?.id ?? 0}`);
  const taskId = task?.task_id ?? 0;
  await api.ask("POST", `/tasks/${taskId}/notes`, { text: "She has called twice." });
  await page.emulateMedia({ media: "screen" });
  await openPage(page, `/tickets?item=${taskId}`);
  await expect(messages.getByText("She has called twice.")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("She has called twice.").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText("1 internal note is left out.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: subject })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden(); // that of the queue
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Print internal notes too" }).click();
  await page.emulateMedia({ media: "print" });
  await expect(messages.getByText("She has called twice.")).toBeVisible();
  await expect(messages.getByText("Internal note", { exact: true })).toBeVisible();
  await expect(page.getByText("With 1 internal note: for colleagues alone.")).toBeVisible();
  client.leaves();
});

test("a story on paper is its content alone, on white, within the sheet", async ({ visit }) => {
  const { page, api } = await visit({ as: "HEAD_MODERATOR", kept: keptTheme("dark"), browser: { viewport: PAPER } });
  const reviewId = await liveThrough(api);
  await openPage(page, `/review/${reviewId}`);
  await page.emulateMedia({ media: "print" });
  await settled(page);
  expect(await overflow(page)).toEqual([]);
  await expect(page.getByText(`Review ${reviewId}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(page.getByText("You", { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^Printed by .+, \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  for (const aside of [page.getByRole("navigation"), page.getByRole("button"), page.getByRole("search")])
    await expect(aside.filter({ visible: true })).toHaveCount(0);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe("rgb(255, 255, 255)");
  const sizes = await page.evaluate(() => ({
    all: document.documentElement.scrollHeight,
    page: document.querySelector(".page")?.getBoundingClientRect().height ?? 0,
  }));
  expect(sizes.all, "nothing is hidden in a scroller").toBeGreaterThanOrEqual(sizes.page);
});

test("a table on paper shares the width of the sheet by what its columns hold, and no cell is cut or empty", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN" });
  await liveThrough(api);
  for (const address of ["/team", "/statements", "/history"]) {
    await page.emulateMedia({ media: "screen" });
    await openPage(page, address);
    await settled(page);
    await page.emulateMedia({ media: "print" });
    const tables = await page.evaluate((sheet) =>
      [...document.querySelectorAll<HTMLElement>("main table")].map((table) => ({
        // as wide as a sheet, before the page hears of it: printers do not ask it
        beyond: ((was) => {
          table.style.inlineSize = `${sheet}px`;
          const parts = [...table.querySelectorAll("td *")].filter((part) => part.getBoundingClientRect().right > (part.closest("td")?.getBoundingClientRect().right ?? 0) + 1);
          const found = [...(table.offsetWidth > sheet ? [`${table.offsetWidth} px`] : []), ...parts.map(({ className }) => className)];
          table.style.inlineSize = was;
          return found;
        })(table.style.inlineSize),
        layout: getComputedStyle(table).tableLayout,
        cut: [...table.querySelectorAll<HTMLElement>("td, th, td .cut, th .cut")]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
          .map((one) => one.innerText),
        unnamed: [...table.querySelectorAll<HTMLElement>("tbody th")].filter((one) => one.innerText.trim() === "").length,
      })),
      SHEET,
    );
    expect(tables, address).not.toEqual([]);
    for (const table of tables) expect(table, address).toEqual({ beyond: [], layout: "auto", cut: [], unnamed: 0 });
    await expect(page.getByRole("searchbox")).toBeHidden();
    if (address === "/team") await expect(page.getByText("On duty", { exact: true }).first()).toBeVisible();
  }
});

test("a form on paper shows what its fields hold and which marks are set; a process is drawn within the sheet", async ({ visit }) => {
  const { page, api } = await visit({ as: "ADMIN", kept: keptTheme("dark"), browser: { viewport: PAPER } });
  const me = await api.ask<{ id: number }>("GET", "/user/me");
  const { items } = await api.ask<{ items: { id: number }[] }>("GET", "/users");
  await openPage(page, `/accounts/${items.find(({ id }) => id !== me.id)?.id ?? 0}`); // one's own has no controls
  const profile = page.getByRole("region", { name: "Profile" });
  await expect(profile.getByLabel("First name")).not.toHaveValue("");
  await page.emulateMedia({ media: "print" });
  await settled(page);
  for (const shown of [profile.getByLabel("First name"), profile.getByLabel("Country"), page.getByRole("radio", { checked: true }), page.getByRole("checkbox", { name: /^The account is active/ })])
    await expect(shown).toBeVisible();
  await expect(profile.getByRole("button").filter({ visible: true })).toHaveCount(0);
  expect(await overflow(page)).toEqual([]);

  await page.emulateMedia({ media: "screen" });
  await openPage(page, "/processes/review_moderation");
  const drawing = page.getByRole("img", { name: "The steps of the process" }).first();
  await expect(drawing).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const beyond = await drawing.evaluate((svg, sheet) => {
    const card = svg.closest<HTMLElement>("section");
    if (!card) return ["no card"];
    card.style.inlineSize = `${sheet}px`;
    const end = card.getBoundingClientRect().right;
    return [...svg.querySelectorAll("rect, text")].filter((part) => part.getBoundingClientRect().right > end).map((part) => part.textContent || part.tagName);
  }, SHEET);
  expect(beyond).toEqual([]);
});

test("charts are printed in the inks of the light theme, on white, from the dark one too", async ({ visit }) => {
  const inksIn = async (theme: Theme) => {
    const { page, api } = await visit({ as: "HEAD_MODERATOR", kept: keptTheme(theme) });
    await liveThrough(api);
    const inks: string[][] = [];
    for (const address of ["/", "/company/1"]) {
      await page.emulateMedia({ media: "screen" });
      await openPage(page, address);
      await expect(page.locator("main figure").first()).toBeVisible();
      await settled(page);
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
      inks.push(
        await page.evaluate(() => {
          const drawn = document.querySelectorAll("main figure :is(polyline, polygon, rect, line, circle, path, b, span), main .hbar");
          return [...new Set([...drawn].map((one) => (({ stroke, fill, color, backgroundColor }) => [stroke, fill, color, backgroundColor].join(" "))(getComputedStyle(one))))].sort();
        }),
      );
    }
    return inks;
  };
  const light = await inksIn("light");
  for (const inks of light) expect(inks).not.toEqual([]);
  expect(await inksIn("dark")).toEqual(light);
});
