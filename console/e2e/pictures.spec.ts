import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { Page } from "@playwright/test";

import { Api } from "./support/api";
import { settled } from "./support/arrivals";
import { WIDTHS } from "./support/looks";
import { ROOT } from "./support/manage";
import { builtPages, openPage } from "./support/pages";
import { demo, type Person } from "./support/staff";
import { expect, type SignedIn, test } from "./support/test";

// `make pictures`: every page, and some of their states, in each width and theme, whole, beside its drawing.
const FOLDER = join(ROOT, ".build", "pictures");
const DRAWINGS = join(ROOT, "..", "shared", "design", "mock", "shots");
const SIZES = [{ width: 1920, height: 1080 }, WIDTHS.desk, WIDTHS.tablet, { width: 768, height: 1024 }, WIDTHS.phone];
const BRIEF = [WIDTHS.desk, WIDTHS.phone];
const THEMES = ["light", "dark"] as const;
const TALLEST = 2_400; // px of a picture
const PARTS = 6; // tests over which the pages are spread

interface State {
  as: Person;
  address: string;
  /** Brings the page into the state, at the usual size. */
  by?: (visitor: SignedIn) => Promise<unknown>;
  /** Pictured on the desk and on a phone alone. */
  isBrief?: boolean;
}

/** Opens what stands over the page: its code comes when it is asked for. */
const open = (key: string) => async ({ page }: SignedIn) => {
  await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toBeVisible();
};
const STATES: Record<string, State> = {
  dashboard: { as: demo.marta, address: "/" },
  "dashboard-head": { as: demo.henrik, address: "/" },
  "queue-reject": {
    as: demo.marta,
    address: "/reviews/moderate",
    by: async ({ page }) => {
      await page.keyboard.press("n");
      await expect(page.getByRole("timer")).toHaveText(/^Yours for/);
      await page.keyboard.press("r");
      await expect(page.getByRole("article").getByRole("form")).toBeVisible();
    },
  },
  palette: { as: demo.henrik, address: "/tags", by: open("Control+k") },
  "palette-typed": {
    as: demo.marta,
    address: "/reviews/moderate",
    isBrief: true,
    by: async (visitor) => {
      await open("Control+k")(visitor);
      await visitor.page.keyboard.type("ferry");
      await expect(visitor.page.getByRole("option", { name: /^The Ferryman’s Table/ })).toBeVisible();
    },
  },
  keys: { as: demo.henrik, address: "/tags", by: open("?") },
  "keys-queue": { as: demo.marta, address: "/reviews/moderate", isBrief: true, by: open("?") },
  "search-results": { as: demo.amara, address: "/search?term=appointment&type=everything", isBrief: true },
  welcome: {
    as: demo.callum,
    address: "/error",
    isBrief: true,
    by: async ({ page }) => {
      await page.route("**/api/user/me", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), cms_access: [], access_level: "no_dashboard_access" } });
      });
      await page.route("**/api/cms/counts*", (route) => route.fulfill({ json: {} })); // the server counts nothing for them
      await openPage(page, "/");
      await expect(page.getByRole("heading", { name: "Welcome to Docket" })).toBeVisible();
    },
  },
  "ticket-draft": {
    as: demo.henrik,
    address: "/tickets",
    isBrief: true,
    by: async ({ page, desk }) => {
      await desk.takeNext();
      await page.getByRole("form", { name: "Reply" }).getByRole("textbox", { name: "Reply" }).fill("Thank you for writing to us. I have read your message.");
    },
  },
  "testimonial-taken": {
    as: demo.marta,
    address: "/testimonials/moderate",
    isBrief: true,
    by: async ({ desk }) => {
      await desk.takeNext();
      await expect(desk.form.getByRole("textbox", { name: "Transcription" })).toBeVisible();
    },
  },
  "banned-words-editor": {
    as: demo.henrik,
    address: "/reviews/banned-words",
    isBrief: true,
    by: async ({ page }) => {
      await page.getByRole("button", { name: "New entry" }).click();
      const editor = page.getByRole("region", { name: "New entry" });
      await editor.getByLabel("Term", { exact: true }).fill("codswallop");
      await editor.getByLabel("Text to try").fill("What codswallop again.");
      await expect(editor.getByText("1 match, flag")).toBeVisible();
    },
  },
  "batch-confirming": {
    as: demo.amara,
    address: "/reviews/bulk-moderate",
    isBrief: true,
    by: async ({ page }) => {
      const other = await Api.signIn(demo.henrik);
      const form = { reason: "fake", facts: "Nobody there sells quills." };
      const order = { queue: "pending", outcome: "reject", form, task_ids: [] as number[] };
      for (let count = 0; count < 4; count += 1) order.task_ids.push((await other.pick("pending")).task_id);
      const { id } = await other.ask<{ id: number }>("POST", "/bulk", order);
      await openPage(page, `/bulk/${id}`);
      await expect(page.getByRole("button", { name: "Confirm and run" })).toBeVisible();
    },
  },
  create: {
    as: demo.henrik,
    address: "/groups",
    by: async ({ page }) => {
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("menuitem").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
};

/** The drawing of a page whose address does not say its name. */
const DRAWN: Record<string, string> = {
  palette: "palette-empty",
  "set-password": "set-password-expired",
  "reviews-moderate": "queue",
  "tickets-list": "tickets",
  "reviews-bulk-moderate": "bulk",
  "reviews-banned-words": "banned-words",
  testimonials: "transcribe",
  "processes-review_moderation": "process",
  company: "company-wide",
  "search-results": "search",
  "keys-queue": "keys",
  "palette-typed": "palette",
  "set-password-rules": "set-password",
  "ticket-draft": "ticket-held",
  "testimonial-taken": "transcribe",
};
/** `/groups` is "groups", `/groups/1` is "group". */
const nameOf = (address: string) =>
  address === "/reviews/1" ? "company-reviews" : address.slice(1).replaceAll("/", "-").replace(/s?-\d+$/, "");

/** One moment for all of a run: the answers do not tell the console the server's. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(process.env.DOCKET_E2E_BEGAN ?? new Date());
  await page.route("**/api/**", async (route) => {
    const answer = await route.fetch();
    const headers = Object.entries(answer.headers()).filter(([name]) => name !== "date");
    await route.fulfill({ response: answer, headers: Object.fromEntries(headers) });
  });
}

async function takePictures(page: Page, name: string, sizes: typeof SIZES = SIZES): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    const whole = await page.evaluate(() => {
      const main = document.querySelector("main");
      return main ? window.innerHeight + main.scrollHeight - main.clientHeight : document.documentElement.scrollHeight;
    });
    await page.setViewportSize({ ...size, height: Math.min(TALLEST, whole) });
    await settled(page);
    for (const theme of THEMES) {
      // as another tab does, so that what names the theme follows
      await page.evaluate((chosen) => {
        localStorage.setItem("settings", JSON.stringify({ ...(JSON.parse(localStorage.getItem("settings") ?? "{}") as object), theme: chosen }));
        window.dispatchEvent(new StorageEvent("storage", { key: "settings" }));
      }, theme);
      await page.screenshot({ path: join(FOLDER, `${name}-${size.width}-${theme}.png`) });
    }
  }
}

/** Every page with all its pictures in a row, the drawing first. */
function writeIndex(): void {
  const taken = readdirSync(FOLDER).filter((file) => file.endsWith(".png"));
  const names = [...new Set(taken.map((file) => file.replace(/-\d+-(light|dark)\.png$/, "")))].sort();
  const link = (file: string) => `<a href="${file}"><img loading="lazy" src="${file}" title="${file}" alt="${file}"></a>`;
  const rows = names.map((name) => {
    const drawing = join(DRAWINGS, `${DRAWN[name] ?? name}-light.png`);
    const drawn = existsSync(drawing) ? [relative(FOLDER, drawing)] : [];
    const own = THEMES.flatMap((theme) => SIZES.map(({ width }) => `${name}-${width}-${theme}.png`)).filter((file) => taken.includes(file));
    return `<h2>${name}</h2><div>${[...drawn, ...own].map(link).join("")}</div>`;
  });
  const style = "body{font:14px sans-serif}div{display:flex;gap:8px;overflow:auto;align-items:start}img{height:320px;border:1px solid #ccc}";
  writeFileSync(join(FOLDER, "index.html"), `<!doctype html><title>Docket</title><style>${style}</style>${rows.join("")}`);
}

test.describe("every page is pictured", { tag: "@pictures" }, () => {
  test.beforeAll(() => void mkdirSync(FOLDER, { recursive: true }));
  test.afterAll(writeIndex);

  for (let part = 0; part < PARTS; part += 1)
    test(`as it opens, part ${part + 1}`, async ({ visit }) => {
      const { page, api } = await visit({ as: demo.amara });
      const { subject } = await api.task((await api.pick("pending")).task_id);
      await holdClock(page);
      for (const address of builtPages(subject.id).filter((_, at) => at % PARTS === part)) {
        await openPage(page, address);
        await takePictures(page, nameOf(address) || "dashboard-admin");
      }
    });

  for (const [name, { as, address, by, isBrief }] of Object.entries(STATES))
    test(name, async ({ visit }) => {
      const visitor = await visit({ as });
      await openPage(visitor.page, address);
      await settled(visitor.page);
      await by?.(visitor);
      await takePictures(visitor.page, name, isBrief ? BRIEF : SIZES);
    });

  test("before signing in", async ({ visit }) => {
    const { page } = await visit({ refusals: [409] }); // the link has ended
    for (const [name, address] of [["sign-in", "/login"], ["set-password", "/login#set=unknown"]] as const) {
      await page.goto("about:blank"); // the part behind # alone loads nothing
      await page.goto(address);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await takePictures(page, name);
    }
    const json = { email: demo.callum.email, expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    await page.route("**/api/auth/link", (route) => route.fulfill({ json }));
    await page.goto("about:blank");
    await page.goto("/login#set=unknown");
    await page.getByLabel("New password").fill("docket-9");
    await expect(page.getByText(demo.callum.email)).toBeVisible();
    await takePictures(page, "set-password-rules", BRIEF);
  });
});
