import { createHmac } from "node:crypto";
import { createServer } from "node:net";

import type { Page } from "@playwright/test";

import { inOwnProduct } from "./support/own-product";
import { signIn } from "./support/sign-in";
import { demo } from "./support/staff";
import { expect, test } from "./support/test";

const PASSKEY = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;

/** The code of an authenticator app (RFC 6238), so many steps of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = secret.split("").map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** A port of this machine that nothing uses: the product has to know its address beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const signOut = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `${name}, account menu` }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
};

async function openTab(page: Page, name: string) {
  await page.getByRole("button", { name: `${name}, account menu` }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await page.getByRole("tab", { name: "Two factor authentication" }).click();
}

// a product of its own: once somebody has a passkey, everybody's sign-in page offers them
test("codes, recovery codes and a passkey are set up by keyboard, and sign in", { tag: "@drill" }, async ({ browser }) => {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const offers = { PORT: String(port), DOCKET_URL: address, ONE_TIME_CODES: "1", PASSKEYS: "1", DOCKET_SETTINGS_MODULE: "tests.browser_settings" };
  await inOwnProduct(browser, offers, async (page) => {
    const { amara } = demo;
    let secret = "";
    let recovery: string[] = [];
    await page.goto(`${address}/`);
    await signIn(page, amara);

    await test.step("an app is set up by its first code, and the recovery codes are shown once", async () => {
      await openTab(page, amara.name);
      await page.getByRole("button", { name: "Set up one-time codes" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Set up one-time codes" });
      await expect(dialog.getByRole("textbox", { name: "Code of the app" })).toBeFocused();
      secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
      await page.keyboard.type(codeOf(secret, -1));
      await page.keyboard.press("Control+Enter");
      const shown = page.getByRole("dialog", { name: "Your recovery codes" });
      await expect(shown.getByRole("listitem")).toHaveCount(10);
      recovery = await shown.getByRole("listitem").allInnerTexts();
      await shown.getByRole("button", { name: "I have stored them" }).press("Enter");
      await expect(page.getByText("10 codes are left.")).toBeVisible();
    });

    await test.step("sign-in asks for the code, and comes to the page that was wanted", async () => {
      await signOut(page, amara.name);
      await page.goto(`${address}/accounts`);
      await signIn(page, amara);
      await expect(page.getByRole("heading", { level: 1, name: "Second factor" })).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
      await page.keyboard.type(codeOf(secret));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${address}/accounts`);
    });

    await test.step("a recovery code stands in for it", async () => {
      await signOut(page, amara.name);
      await signIn(page, amara);
      await page.getByRole("button", { name: "Use a recovery code" }).press("Enter");
      await page.getByRole("textbox", { name: "Recovery code" }).fill(recovery[0] ?? "");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: `${amara.name}, account menu` })).toBeVisible();
    });

    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", { options: PASSKEY });

    await test.step("a passkey is made", async () => {
      await openTab(page, amara.name);
      await expect(page.getByText("9 codes are left.")).toBeVisible();
      await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
      await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
      await page.keyboard.type("This laptop");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("listitem").filter({ hasText: "This laptop" })).toContainText("not used yet");
    });

    await test.step("it alone signs in", async () => {
      await signOut(page, amara.name);
      await page.reload(); // the page asks once what is offered
      await page.getByRole("button", { name: "Sign in with a passkey" }).press("Enter");
      await expect(page.getByRole("button", { name: `${amara.name}, account menu` })).toBeVisible();
      await openTab(page, amara.name);
      await expect(page.getByRole("listitem").filter({ hasText: "This laptop" })).toContainText("last used");
    });
  });
});
