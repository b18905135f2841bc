import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { findings, overflow, WIDTHS } from "./support/looks";
import { ROOT } from "./support/manage";
import { inOwnProduct } from "./support/own-product";
import { expect, test, watch } from "./support/test";

const BUTTON = { name: "Sign in with Example Ltd" };
const SCIM_TOKEN = "a-token-of-the-tests-with-enough-letters";

test("people sign in by a provider, are signed out by it, and come back without losing their page", async ({ browser }) => {
  const provider = await startProvider();
  const address = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    ...{ PORT: new URL(address).port, DOCKET_URL: address, DOCKET_SETTINGS_MODULE: "tests.browser_settings" },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "docket", OIDC_CLIENT_SECRET: "a secret of the tests" },
    ...{ OIDC_LABEL: "Example Ltd", OIDC_GROUP_LEVELS: "desk=MODERATOR", SCIM_TOKEN },
  };
  try {
    await inOwnProduct(browser, settings, async () => {
      const faults: string[] = [];
      const context = await browser.newContext({ baseURL: address });
      const page = await context.newPage();
      watch(page, faults, { refusals: [401] });
      await provider.becomes({ sub: "s-1", email: "nora@firm.example", email_verified: true, name: "Nora Lund", groups: [] });

      await test.step("the page has the button, and stands in every width and theme", async () => {
        await page.goto("/reviews/moderate");
        await expect(page.getByRole("button", BUTTON)).toBeVisible();
        for (const size of Object.values(WIDTHS)) {
          await page.setViewportSize(size);
          expect(await overflow(page)).toEqual([]);
          expect(await findings(page)).toEqual([]);
        }
        await page.setViewportSize(WIDTHS.desk);
      });

      await test.step("a stranger is refused in a sentence", async () => {
        await page.getByRole("button", BUTTON).click();
        await expect(page.getByRole("alert")).toContainText("none of your groups at the provider gives you one");
        expect(page.url()).toBe(`${address}/login`);
        expect(await findings(page)).toEqual([]);
      });

      const logoutToken = await test.step("a group lets them in, by the keyboard alone, to where they were going", async () => {
        const token = await provider.becomes({ sub: "s-1", email: "nora@firm.example", email_verified: true, name: "Nora Lund", groups: ["desk"] });
        await page.goto("/reviews/moderate");
        await expect(page.getByRole("button", BUTTON)).toBeVisible();
        await page.getByRole("button", BUTTON).focus();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("button", { name: "Nora Lund, account menu" })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe("/reviews/moderate"); // with the item that it opens, if it is quick
        return token;
      });

      await test.step("the account says how they sign in", async () => {
        const { id } = await page.evaluate(async () => {
          const headers = { Authorization: `Bearer ${localStorage.getItem("accessToken")}` };
          return (await (await fetch("/api/user/me", { headers })).json()) as { id: number };
        });
        await page.goto(`/accounts/${id}`);
        await expect(page.getByText(/^Example Ltd, since /)).toBeVisible();
      });

      await test.step("the provider signs them out; in another tab they come back, and this one goes on", async () => {
        const answer = await page.request.post("/api/auth/provider/logout", { form: { logout_token: logoutToken } });
        expect(answer.status()).toBe(200);
        await page.getByRole("tab", { name: "Notifications" }).click();
        await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
        const dialog = page.getByRole("dialog", { name: "Sign in again" });
        await expect(dialog).toBeVisible();
        const opened = context.waitForEvent("page");
        await dialog.getByRole("link", { name: "Sign in with Example Ltd in another tab" }).click();
        const other = await opened;
        await other.getByRole("button", BUTTON).click();
        await expect(other.getByRole("button", { name: "Nora Lund, account menu" })).toBeVisible();
        await expect(dialog).toHaveCount(0);
      });

      await test.step("deactivated by SCIM they are out", async () => {
        const headers = { Authorization: `Bearer ${SCIM_TOKEN}` };
        const found = await page.request.get(`/scim/v2/Users?filter=${encodeURIComponent('userName eq "nora@firm.example"')}`, { headers });
        const { Resources: [user] } = (await found.json()) as { Resources: { id: string }[] };
        expect((await page.request.delete(`/scim/v2/Users/${user?.id}`, { headers })).status()).toBe(204);
        await page.reload();
        await expect(page).toHaveURL(`${address}/login`);
        await page.getByRole("button", BUTTON).click();
        await expect(page.getByRole("alert")).toContainText("Your account is not active.");
      });
      await context.close();
      expect(faults).toEqual([]);
    });
  } finally {
    await provider.end();
  }
});

interface Provider {
  issuer: string;
  /** Who is signed in at the provider from now on; a token that signs them out. */
  becomes: (person: object) => Promise<string>;
  end: () => Promise<void>;
}

/** tests/identity_provider.py, as a program of its own. */
async function startProvider(): Promise<Provider> {
  const program = spawn(join(ROOT, ".venv/bin/python"), ["-m", "tests.identity_provider"], { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const [issuer] = (await once(createInterface(program.stdout), "line")) as [string];
  return {
    issuer,
    becomes: async (person) => {
      const answer = await fetch(`${issuer}/person`, { method: "POST", body: JSON.stringify(person) });
      return ((await answer.json()) as { logout_token: string }).logout_token;
    },
    end: async () => {
      const ended = once(program, "exit");
      program.stdin.end();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
