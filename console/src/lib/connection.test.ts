import { beforeEach, describe, expect, test, vi } from "vitest";

import { CHECK_MS, connection, OFFLINE_AFTER_MS, RETURNED_MS } from "./connection";

const theServer = (answers: boolean) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(new Response(null, { status: answers ? 200 : 503 })));
const state = () => connection.get().state;

beforeEach(() => vi.useFakeTimers());

describe("the connection", () => {
  test("is live where a request fails and the server answers all the same", async () => {
    theServer(true);
    connection.failed();
    await connection.check();
    expect(state()).toBe("live");
  });

  test("is tried again where the server does not answer, and offline since its last answer when that goes on", async () => {
    const lastAnswer = Date.now();
    connection.answered();
    await vi.advanceTimersByTimeAsync(30_000);
    theServer(false);
    connection.failed();
    await connection.check();
    expect(state()).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS + CHECK_MS);
    expect(connection.get()).toMatchObject({ state: "offline", since: lastAnswer });
  });

  test("is offline at once when the device says that it has no network", () => {
    window.dispatchEvent(new Event("offline"));
    expect(state()).toBe("offline");
  });

  test("returns with the first answer, which is said for a moment", async () => {
    theServer(false);
    await connection.check();
    theServer(true);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(state()).toBe("returned");
    await vi.advanceTimersByTimeAsync(RETURNED_MS);
    expect(state()).toBe("live");
  });

  test("is checked at once when the device has its network again", async () => {
    theServer(false);
    window.dispatchEvent(new Event("offline"));
    theServer(true);
    window.dispatchEvent(new Event("online"));
    await connection.check();
    expect(state()).toBe("returned");
  });
});

describe("what waits for the server", () => {
  test("is counted until the server returns", async () => {
    theServer(false);
    await connection.check();
    const returned = connection.returns(60_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get().waiting).toBe(1);
    theServer(true);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    await expect(returned).resolves.toBe(true);
    expect(connection.get().waiting).toBe(0);
  });

  test("gives up at its limit", async () => {
    theServer(false);
    await connection.check();
    const returned = connection.returns(60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(returned).resolves.toBe(false);
    expect(connection.get().waiting).toBe(0);
  });

  test("does not wait while the server answers", async () => {
    await expect(connection.returns(60_000)).resolves.toBe(false);
  });
});
