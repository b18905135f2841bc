import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";

import { server } from "@/testing/server";

import { patiently } from "./lazy-part";


const HANGS = { timeout: 60_000 }; // the limit of a wait that hangs; the expected event ends it at once

const away = () => http.get("*/healthz", () => HttpResponse.error());
const there = () => http.get("*/healthz", () => HttpResponse.json({ database: "ok" }));

test("what does not come because the server is away is asked for until it comes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  server.use(away());
  const load = vi.fn().mockRejectedValueOnce(new TypeError("failed")).mockRejectedValueOnce(new TypeError("failed")).mockResolvedValue("part");
  const part = patiently(load);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    expect(load).toHaveBeenCalledTimes(3);
  }, HANGS);
  await expect(part).resolves.toBe("part");
});

test("what failed before the connection came back is asked for once more", async () => {
  server.use(there());
  const load = vi.fn().mockRejectedValueOnce(new TypeError("failed")).mockResolvedValue("part");
  await expect(patiently(load)).resolves.toBe("part");
});

test("what is missing although the server is there is an error", async () => {
  server.use(there());
  const load = vi.fn().mockRejectedValue(new TypeError("gone"));
  await expect(patiently(load)).rejects.toThrow("gone");
  expect(load).toHaveBeenCalledTimes(2);
});
