import { describe, expect, test, vi } from "vitest";

import { ApiError } from "@/api/error";

import { keyOf, settle, withTries } from "./intents";
import { isPassing } from "./refusals";

const refused = (status: number, code: string) => new ApiError(status, { code, message: "" });

describe("an intent", () => {
  test("keeps its key until it is settled; another one has another", () => {
    const first = keyOf("approve 41");
    expect(keyOf("approve 41")).toBe(first);
    expect(keyOf("approve 42")).not.toBe(first);
    settle("approve 41");
    expect(keyOf("approve 41")).not.toBe(first);
  });
});

describe("what is sent again", () => {
  test.each([
    ["no answer", refused(0, "unreachable")],
    ["a server in trouble", refused(503, "unavailable")],
    ["a row that somebody is changing", refused(409, "busy")],
  ])("%s", async (_, error) => {
    vi.useFakeTimers();
    const run = vi.fn().mockRejectedValueOnce(error).mockResolvedValueOnce("done");
    const answer = withTries<unknown>(run, isPassing);
    await vi.runAllTimersAsync();
    await expect(answer).resolves.toBe("done");
    expect(run).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test("is given up after three tries", async () => {
    vi.useFakeTimers();
    const run = vi.fn().mockRejectedValue(refused(0, "unreachable"));
    const answer = withTries(run, isPassing);
    const outcome = expect(answer).rejects.toMatchObject({ code: "unreachable" });
    await vi.runAllTimersAsync();
    await outcome;
    expect(run).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  test("is not what the server refused", async () => {
    const run = vi.fn().mockRejectedValue(refused(409, "task_taken"));
    await expect(withTries(run, isPassing)).rejects.toMatchObject({ code: "task_taken" });
    expect(run).toHaveBeenCalledTimes(1);
  });
});
