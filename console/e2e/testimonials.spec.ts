import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { MEDIA, Source } from "./support/source";
import { expect, type SignedIn, test } from "./support/test";

/** Drops a file there, as from another window. */
async function drop(name: string, type: string, there: Locator): Promise<void> {
  const content = readFileSync(join(MEDIA, name)).toString("base64");
  const dataTransfer = await there.page().evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], file.name, { type: file.type }));
      return transfer;
    },
    { name, type, content },
  );
  await there.dispatchEvent("dragover", { dataTransfer });
  await there.dispatchEvent("drop", { dataTransfer });
}

const status = (page: Page, name: string | RegExp) => expect(page.getByRole("banner").getByText(name, { exact: true })).toBeVisible();
const words = ({ desk }: SignedIn): Locator => desk.form.getByRole("textbox", { name: "Transcription" });

/** Opens a testimonial and takes it by the keyboard: the form opens beside the file, with the focus in the text. */
async function take(by: SignedIn, id: number): Promise<void> {
  await by.page.goto(`/testimonials/${id}`);
  await by.page.getByRole("button", { name: /^Take (it|and transcribe)/ }).click();
  await expect(by.desk.lock).toHaveText(/^Yours for/);
  await expect(words(by)).toBeFocused();
}

/** What is heard or seen stays above the words, however far the form is scrolled. */
async function inSightOnAPhone(page: Page, player: Locator): Promise<void> {
  const window = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".item-grid").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect.soft(player).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(window);
}

async function publishNow(by: SignedIn): Promise<void> {
  await status(by.page, /^Queued to publish, held until /);
  await by.desk.outcome("Publish now").click();
  const sure = by.page.getByRole("dialog").getByRole("button", { name: "Publish now" });
  await sure.click();
  await status(by.page, "Published");
}

test("a card, a voice message and a video are transcribed, checked, published, and one is taken back", async ({ visit }) => {
  const admin = await visit({ as: "ADMIN", refusals: [422] });
  const first = await visit({ as: "MODERATOR", refusals: [404] });
  const second = await visit({ as: "MODERATOR" });
  const source = await Source.start();
  const company = await source.company("Harbour Removals", { checks_testimonials: true }); // that wants a second person
  const given = { consent: "given", consent_on: "2025-11-02" };

  const card = await test.step("a scanned card is dropped into the console, after a text that is called one", async () => {
    const { page } = admin;
    await page.goto("/testimonials/list");
    await page.getByRole("button", { name: "Add a testimonial" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a testimonial" });
    await dialog.locator("input[type=file]").setInputFiles({ name: "text.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<html>") });
    await dialog.getByRole("combobox").first().fill(company.name);
    await dialog.getByRole("option", { name: company.name }).click();
    await dialog.getByLabel("Author’s name").fill("Agnes Tomlinson");
    await dialog.getByLabel("Consent to publish").selectOption("asked");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText(/^This is no image, PDF, audio or video file that can be read/).first()).toBeVisible();
    await expect(dialog.getByLabel("Author’s name")).toHaveValue("Agnes Tomlinson");
    await drop("card.jpg", "image/jpeg", dialog.getByText("text.jpg"));
    await expect(dialog.getByText("card.jpg, 86 kB")).toBeVisible();
    await dialog.getByRole("button", { name: /^Add/ }).click();
    await expect(page).toHaveURL(/\/testimonials\/\d+$/);
    await status(page, "To transcribe");
    return Number(page.url().split("/").at(-1));
  });
  const voice = await source.testimonial(company.id, "voice.mp3", { author_name: "Derek Mason", ...given });
  const video = await source.testimonial(company.id, "video.webm", { author_name: "Ruth Adeyemi", ...given });

  await test.step("the card is read closely, and finished", async () => {
    await take(first, card);
    const { page } = first;
    // in a low window too, no field of the form stands under what sends it
    const window = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect.poll(() => first.desk.form.evaluate((form) => form.scrollHeight - form.clientHeight)).toBe(0);
    await page.setViewportSize(window);
    const image = page.getByRole("img", { name: "Image of the testimonial, page 1 of 1" });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1500);
    await inSightOnAPhone(page, image);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Rotate right" }).click();
    await expect(image).toHaveAttribute("style", /rotate\(90deg\) scale\(1\.25\)/);
    // the image takes the height that is free
    const [view, column] = await Promise.all([page.locator("button:has(> img)").boundingBox(), page.locator(".item-body").boundingBox()]);
    expect((view?.height ?? 0) / (column?.height ?? 1)).toBeGreaterThan(0.7);
    await expect(first.desk.form.getByLabel("Shown as")).toHaveValue("Agnes Tomlinson");
    await words(first).fill("You came on the very same evening.");
    // who saves goes on writing
    await first.desk.form.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Save the text" }).click();
    await first.desk.says("The text was saved");
    await expect.soft(first.desk.form.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
    await status(page, "To check");
    await expect(page.getByText("You wrote this transcription. Another person checks it.")).toBeVisible();
    // what stands beside it stands beside it, though no lock bar is above
    const [body, aside] = await Promise.all([page.locator(".item-body").boundingBox(), page.locator(".item-aside").boundingBox()]);
    expect(aside?.y).toBe(body?.y);
    expect(aside?.x).toBeGreaterThan(body?.x ?? Infinity);
  });

  await test.step("the voice message is written down while it plays, by keys in the text", async () => {
    await take(first, voice);
    const { page } = first;
    const audio = page.locator("audio");
    const at = () => audio.evaluate((media: HTMLAudioElement) => media.currentTime);
    const paused = () => audio.evaluate((media: HTMLAudioElement) => media.paused);
    await audio.evaluate((media: HTMLAudioElement) => (media.loop = true)); // its end does not come, however slowly one types
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(at).toBeGreaterThan(0);
    await page.keyboard.type("Hello, this is Derek Mason.");
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(paused).toBe(true);
    const before = await at(); // it stands still now
    await page.keyboard.press("Alt+ArrowRight");
    await expect.poll(at).toBeGreaterThan(before);
    await page.keyboard.press("Alt+ArrowLeft");
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(at).toBeLessThan(Math.max(before, 1));
    await expect(words(first)).toHaveValue("Hello, this is Derek Mason.");
    await inSightOnAPhone(page, page.getByRole("toolbar", { name: "Player" }));
    await page.keyboard.press("Control+Enter");
    await status(page, "To check");
  });

  await test.step("the video too: it plays from its beginning, and all of its picture is to be seen", async () => {
    await take(first, video);
    const { page } = first;
    const film = page.locator("video");
    await expect.poll(() => film.evaluate((media: HTMLVideoElement) => media.videoWidth)).toBe(320);
    await expect.poll(() => film.evaluate((shown) => shown.clientHeight - (shown.parentElement?.clientHeight ?? 0))).toBeLessThanOrEqual(0);
    await expect.configure({ soft: true }).poll(() => film.evaluate((shown) => shown.clientHeight)).toBeGreaterThan(200);
    await inSightOnAPhone(page, film);
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => film.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0);
    await expect.poll(() => film.evaluate((media: HTMLVideoElement) => media.getVideoPlaybackQuality().totalVideoFrames)).toBeGreaterThan(1);
    await page.keyboard.type("We moved with them from Leeds to Bristol.");
    await expect(words(first)).toHaveValue("We moved with them from Leeds to Bristol.");
    await page.keyboard.press("Control+Enter");
    await status(page, "To check");
  });

  await test.step("a second person returns the voice message with advice", async () => {
    await take(second, voice);
    await expect(words(second)).toHaveValue("Hello, this is Derek Mason.");
    await second.page.keyboard.press("Escape");
    await second.desk.outcome("Return to transcribe").click();
    await second.desk.form.getByLabel("Advice").fill("The rest is missing.");
    await second.page.keyboard.press("Control+Enter");
    await status(second.page, "To transcribe");
  });

  await test.step("and approves the video, which is published", async () => {
    await take(second, video);
    await second.page.keyboard.press("Control+Enter");
    await publishNow(second);
  });

  await test.step("the card waits for its author’s consent, and is published then", async () => {
    await take(second, card);
    await expect(second.desk.form.getByText("The author’s consent has to be recorded first")).toBeVisible();
    await expect(second.desk.form.getByRole("button", { name: "Approve" })).toBeDisabled();
    await second.page.keyboard.press("Escape");
    await second.page.getByRole("group", { name: "Outcomes" }).getByRole("button", { name: "Record consent" }).click();
    await second.page.getByRole("dialog").getByLabel("What the author said").selectOption("given");
    await second.page.keyboard.press("Control+Enter");
    await expect(second.page.getByText(/^Given on/)).toBeVisible();
    await second.desk.outcome("Approve").click();
    await second.page.keyboard.press("Control+Enter");
    await publishNow(second);
  });

  await test.step("the author of the video withdraws the consent: it is taken back, and the desk is told", async () => {
    await admin.page.goto(`/testimonials/${video}`);
    await status(admin.page, "Published");
    await admin.page.getByRole("button", { name: "Change the consent" }).click();
    await admin.page.getByRole("dialog").getByLabel("What the author said").selectOption("withdrawn");
    await admin.page.keyboard.press("Control+Enter");
    await status(admin.page, "Withdrawn");
    await second.page.goto("/");
    await expect(second.page.getByText("The author has withdrawn the consent: the testimonial is not published any more")).toBeVisible();
  });
});
