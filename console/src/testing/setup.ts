import "@testing-library/jest-dom/vitest";
import "@/lib/words";

import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { forgetAnswers } from "@/api/conditional";
import { connection } from "@/lib/connection";

import { server } from "./server";
import { setViewport } from "./viewport";

// what comes ends the wait at once; only what never comes waits so long
configure({ asyncUtilTimeout: 120_000 });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => setViewport(1440));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  connection.answered();
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());

// what jsdom leaves out and the menus and notifications ask for
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
