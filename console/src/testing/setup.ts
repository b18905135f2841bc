import { later, settled } from "./react"; // must come before the testing library
import "@testing-library/jest-dom/vitest";
import "@/lib/words";

import { notifyManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
// loaded here, so that its style sheet is removed below; loaded by the first notification, the sheet would hide that
// until its effects have run
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { forgetAnswers } from "@/api/conditional";
import { clock } from "@/lib/clock";
import { connection } from "@/lib/connection";
import { notifications } from "@/lib/notifications";
import { DEFAULT_SETTINGS, saveSettings } from "@/lib/settings";

import { shareStyles } from "./alike";
import { elementError } from "./element-error";
import { server } from "./server";
import { setViewport } from "./viewport";

configure({
  // an expected element ends the wait at once; only a missing one takes this long
  asyncUtilTimeout: 120_000,
  getElementError: elementError,
  asyncWrapper: async (wait: () => Promise<unknown>) => {
    const found = await wait();
    await settled();
    return found;
  },
  // a wait with a faked clock runs what is due without advancing the time: the test itself advances it
  unstable_advanceTimersWrapper: async () => {
    await settled();
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  },
});
// A timer of 0 ms that is set while a faked clock runs other timers is due 1 ms later, which a stopped clock never
// reaches.
notifyManager.setScheduler((tell) => void later(tell, 0));
// the testing library detects a faked clock by this name
Object.assign(globalThis, { jest: {} });

shareStyles();
beforeAll(() => {
  server.listen({ onUnhandledRequest: "error" });
  // for each query by role, jsdom matches every element against every rule; the rules for toasts only affect their look
  for (const sheet of document.head.querySelectorAll("style")) sheet.remove();
});
// test files in one process share module state (vite.config.ts, isolate)
beforeEach(() => {
  setViewport(1440);
  clock.synchronise(new Date().toUTCString());
  saveSettings(DEFAULT_SETTINGS);
  localStorage.clear();
  const passOver = { show: () => undefined, hide: () => undefined };
  // drops notifications of a command of the previous test that was answered after its end
  notifications.drawWith(passOver)();
});
afterEach(() => {
  vi.useRealTimers();
  connection.beginAnew(); // before the page is unmounted, because its queries listen to it
  cleanup();
  toast.dismiss(); // the next toaster would show what is still active
  server.resetHandlers();
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(async () => {
  // an import that is cut off by the end of a file fails, and stays failed for later files in this process
  await vi.dynamicImportSettled();
  server.close();
});

// jsdom has no viewport: everything counts as visible
globalThis.IntersectionObserver = class extends EventTarget implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    super();
    this.#seen = seen;
  }
  observe(target: Element) {
    this.#seen([{ target, isIntersecting: true } as IntersectionObserverEntry], this);
  }
  readonly unobserve = () => undefined;
  readonly disconnect = () => undefined;
  readonly takeRecords = () => [];
};

// methods that jsdom lacks and the menus and notifications need
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
