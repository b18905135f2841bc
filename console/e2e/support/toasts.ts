import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    keepToast: (sentence: string) => void;
  }
}

const said = new WeakMap<Page, string[]>();

/** Keeps what the notifications of a page say: each stands for three seconds, which a busy machine can miss. */
export async function keepToasts(page: Page): Promise<void> {
  const sentences: string[] = [];
  said.set(page, sentences);
  await page.exposeFunction("keepToast", (sentence: string) => sentences.push(sentence));
  await page.addInitScript(() => {
    const seen = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]:not([data-removed="true"])')) {
        const sentence = toast.textContent;
        if (!sentence || seen.get(toast) === sentence) continue;
        seen.set(toast, sentence);
        window.keepToast(sentence);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Waits until a notification has said this, and takes it away: the next time another one has to say it. */
export async function expectToast(page: Page, sentence: string | RegExp): Promise<void> {
  const sentences = said.get(page);
  if (!sentences) throw new Error("The notifications of this page are not kept: call keepToasts first.");
  const place = () => sentences.findIndex((text) => (typeof sentence === "string" ? text.includes(sentence) : sentence.test(text)));
  await expect.poll(place, `no notification said “${sentence}”`).toBeGreaterThanOrEqual(0);
  sentences.splice(place(), 1);
}
