import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { connection } from "@/lib/connection";

import { type Command, inFlight, runCommand } from "./command";
import { ApiError } from "./error";

const refused = (status: number, code: string) => new ApiError(status, { code, message: "" });
const client = new QueryClient();
const keysOf = (send: ReturnType<typeof vi.fn>) => send.mock.calls.map(([, key]) => key as string);

/** A command named after its test, so that tests share no idempotency keys. */
const command = (send: Command<string, string>["send"], more: Partial<Command<string, string>> = {}) => ({
  name: expect.getState().currentTestName ?? "",
  send,
  ...more,
});

async function run(sent: Command<string, string>, input = "approve") {
  const outcome = runCommand(client, sent, input);
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a command is sent again under the same key", () => {
  test.each([
    ["after no answer", refused(0, "unreachable")],
    ["after a server in trouble", refused(503, "unavailable")],
    ["after a row that somebody is changing", refused(409, "busy")],
  ])("%s", async (_, error) => {
    const send = vi.fn().mockRejectedValueOnce(error).mockResolvedValueOnce("done");
    expect(await run(command(send))).toEqual({ state: "done", result: "done" });
    expect(send).toHaveBeenCalledTimes(2);
    expect(new Set(keysOf(send)).size).toBe(1);
  });

  test("three times at most", async () => {
    const send = vi.fn().mockRejectedValue(refused(0, "unreachable"));
    expect(await run(command(send))).toMatchObject({ state: "refused", error: { code: "unreachable" } });
    expect(send).toHaveBeenCalledTimes(3);
  });

  test("when a person sends the same thing again after silence", async () => {
    const send = vi.fn().mockRejectedValue(refused(0, "unreachable"));
    await run(command(send));
    send.mockResolvedValue("done");
    await run(command(send));
    expect(new Set(keysOf(send)).size).toBe(1);
  });

  test("and not when the server has refused it", async () => {
    const send = vi.fn().mockRejectedValue(refused(409, "task_taken"));
    expect(await run(command(send))).toMatchObject({ state: "refused", error: { code: "task_taken" } });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("while the server cannot be reached", () => {
  const silent = refused(0, "unreachable");
  const lose = async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("failed"));
    await connection.check();
  };
  afterEach(() => connection.answered());

  test("a command waits, and is sent under the same key when the server returns", async () => {
    await lose();
    const send = vi.fn().mockRejectedValue(silent);
    const outcome = runCommand(client, command(send), "approve");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.get().waiting).toBe(1);
    expect(send).toHaveBeenCalledTimes(3);
    send.mockResolvedValue("done");
    connection.answered();
    expect(await outcome).toEqual({ state: "done", result: "done" });
    expect(new Set(keysOf(send)).size).toBe(1);
    expect(connection.get().waiting).toBe(0);
  });

  test("it is refused after two minutes, so that nothing old is sent", async () => {
    await lose();
    const outcome = runCommand(client, command(vi.fn().mockRejectedValue(silent)), "approve");
    await vi.advanceTimersByTimeAsync(125_000);
    expect(await outcome).toMatchObject({ state: "refused", error: { code: "unreachable" } });
    expect(connection.get().waiting).toBe(0);
  });

  test("one that is tried once does not wait: the lock shows at once that it was not taken", async () => {
    await lose();
    const outcome = runCommand(client, command(vi.fn().mockRejectedValue(silent), { tries: 1 }), "claim");
    expect(await outcome).toMatchObject({ state: "refused" });
  });
});

describe("while the server has too much to do", () => {
  const full = new ApiError(503, { code: "overloaded", message: "", retry_after: 5 });

  test("a command waits for as long as the server asks for, and is sent under the same key", async () => {
    const send = vi.fn().mockRejectedValue(full);
    const outcome = runCommand(client, command(send), "approve");
    for (const times of [1, 2, 3, 4, 5]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(send).toHaveBeenCalledTimes(times);
      expect(connection.isAway()).toBe(false);
      expect(connection.get().waiting).toBe(1);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    send.mockResolvedValue("done");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toEqual({ state: "done", result: "done" });
    expect(new Set(keysOf(send)).size).toBe(1);
    expect(connection.get().waiting).toBe(0);
  });

  test("it is refused after two minutes, so that nothing old is sent", async () => {
    const outcome = runCommand(client, command(vi.fn().mockRejectedValue(full)), "approve");
    await vi.advanceTimersByTimeAsync(125_000);
    expect(await outcome).toMatchObject({ state: "refused", error: { code: "overloaded" } });
    expect(connection.get().waiting).toBe(0);
  });

  test("one that is tried once does not wait", async () => {
    const outcome = runCommand(client, command(vi.fn().mockRejectedValue(full), { tries: 1 }), "claim");
    expect(await outcome).toMatchObject({ state: "refused" });
  });
});

describe("a new key", () => {
  test("belongs to another input, and to the same one once it was answered", async () => {
    const send = vi.fn().mockResolvedValue("done");
    await run(command(send));
    await run(command(send));
    await run(command(send), "reject");
    expect(new Set(keysOf(send)).size).toBe(3);
  });
});

describe("while a command is on its way", () => {
  test("the same input waits for its answer, and another is not sent", async () => {
    const send = vi.fn().mockResolvedValue("done");
    const done = vi.fn();
    const sent = command(send, { done });
    const all = Promise.all(["approve", "approve", "reject"].map((input) => runCommand(client, sent, input)));
    expect(inFlight.get(client, sent.name)).toEqual({ input: "approve" });
    await vi.runAllTimersAsync();
    expect((await all).map(({ state }) => state)).toEqual(["done", "done", "busy"]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(done).toHaveBeenCalledTimes(1);
    expect(inFlight.get(client, sent.name)).toBeNull();
  });
});

test("what a command makes out of date is refreshed when it is done, and only then", async () => {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await run(command(vi.fn().mockRejectedValue(refused(409, "task_taken")), { refreshes: ["/api/queues"] }));
  expect(invalidate).not.toHaveBeenCalled();
  await run(command(vi.fn().mockResolvedValue("done"), { refreshes: ["/api/queues"] }));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ["/api/queues"] });
});
