import "@testing-library/jest-dom/vitest";
import "@/lib/words";

import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { forgetAnswers } from "@/api/conditional";

import { server } from "./server";
import { setViewport } from "./viewport";

// two cores may be shared with a database, a browser and a build
configure({ asyncUtilTimeout: 5_000 });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => setViewport(1440));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());

// what jsdom leaves out and the menus ask for
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  hasPointerCapture: () => false,
  releasePointerCapture: () => undefined,
});
