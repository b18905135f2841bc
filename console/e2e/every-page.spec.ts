import type { Api } from "./support/api";
import { holdScripts, settled, shiftsOf, watchArrivals } from "./support/arrivals";
import { DRILLS } from "./support/effort";
import { findings, keptTheme, overflow, WIDTHS, WINDOWS } from "./support/looks";
import { builtPages, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const SHEET = 686; // A4 without its margins, within a card
const MOST_SHIFT = 0.05; // half of what Web Vitals call good
const PAPER = { width: 794, height: 1123 }; // A4 at 96 dpi

/** A review whose story has everything in it: published, asked about, its request declined; its number. */
async function liveThrough(api: Api): Promise<number> {
  const { task_id: taskId } = await api.pick("pending");
  const { subject } = await api.task(taskId);
  const { next } = await api.decide(taskId, "approve");
  if (next) await api.decide(next.task_id, "publish");
  const contact = { name: "Olive Tan of the very long house of Saltmarsh and Thackery", email: "olive@tan.example", role: "Owner" };
  await api.ask("POST", "/restriction-requests", {
    review: subject.id,
    ground: "defamation",
    facts: "Nothing was stolen. ".repeat(12),
    contact,
    good_faith: true,
  });
  return subject.id;
}

// Each page is opened once, in one of three widths in turn, and resized in place: a ticket on a phone, where its parts
// stand above its process. In drills each is opened in each of them.
Object.entries(WIDTHS).forEach(([name, opened], part, { length: parts }) => {
  test(`pages opened at the width of a ${name} stand still, keep within every window and are without fault for axe`, async ({ visit }) => {
    const { page, api } = await visit({ as: "ADMIN" });
    const pages = builtPages(await liveThrough(api)).filter((_, at) => DRILLS || (at + 1) % parts === part);
    await watchArrivals(page);
    if (name !== "desk") await holdScripts(page); // narrow, more parts stand above one another
    const faults: string[] = [];
    const note = (where: string, found: string[]) => faults.push(...found.map((one) => `${where}: ${one}`));
    for (const address of pages) {
      await page.setViewportSize(opened);
      await openPage(page, address);
      await settled(page);
      const { all, by } = await shiftsOf(page);
      if (all >= MOST_SHIFT) note(address, [`moves by ${all}: ${by}`]);
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await settled(page);
        note(`${address} in ${size.width} px`, await overflow(page));
        if (size === WIDTHS.desk || size === WIDTHS.phone) note(`${address} in ${size.width} px`, await findings(page));
      }
    }
    expect(faults).toEqual([]);
  });
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
    expect(tables, address).toEqual([{ beyond: [], layout: "auto", cut: [], unnamed: 0 }]);
    await expect(page.getByRole("searchbox")).toBeHidden();
    if (address === "/team") await expect(page.getByText("On duty", { exact: true }).first()).toBeVisible();
  }
});
