import { later, settled } from "./react"; // before the testing library
import "@testing-library/jest-dom/vitest";
import "@/lib/words";
// its style sheet is removed below; loaded by the first notification, it would hide that until its effects have run
import "sonner";

import { notifyManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
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
  // what comes ends the wait at once; only what never comes waits so long
  asyncUtilTimeout: 120_000,
  getElementError: elementError,
  asyncWrapper: async (wait: () => Promise<unknown>) => {
    const found = await wait();
    await settled();
    return found;
  },
  // a wait under a faked clock runs what is due and lets no time pass: a test says itself when the clock goes on
  unstable_advanceTimersWrapper: async () => {
    await settled();
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  },
});
// A timer of 0 ms that is set while a faked clock runs others is due 1 ms later, and a clock that stands still never gets there.
notifyManager.setScheduler((tell) => void later(tell, 0));
// by this name the testing library looks for a faked clock
Object.assign(globalThis, { jest: {} });

shareStyles();
beforeAll(() => {
  server.listen({ onUnhandledRequest: "error" });
  // jsdom matches every element that a test asks for by its role against each rule: those of toasts, which are looks alone
  for (const sheet of document.head.querySelectorAll("style")) sheet.remove();
});
// the tests of several files share what modules remember (vite.config.ts, isolate)
beforeEach(() => {
  setViewport(1440);
  // a notification stays while a slow test looks for it: its seconds count in a tab that is seen, or under a faked clock
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !vi.isFakeTimers() });
  clock.synchronise(new Date().toUTCString());
  saveSettings(DEFAULT_SETTINGS);
  localStorage.clear();
  const passOver = { show: () => undefined, hide: () => undefined };
  notifications.drawWith(passOver)(); // those of a command of the test before that was answered after its end
});
afterEach(() => {
  vi.useRealTimers();
  connection.beginAnew(); // before the page is gone, whose queries hear of it
  cleanup();
  server.resetHandlers();
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(async () => {
  // what is still being loaded when a file ends fails, and stays failed for the files after it in this process
  await vi.dynamicImportSettled();
  server.close();
});

// jsdom has no view: everything is in it
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

// what jsdom leaves out and the menus and notifications ask for
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
