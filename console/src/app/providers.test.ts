import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError } from "@/api/error";

import { createQueryClient } from "./providers";

const full = new ApiError(503, { code: "overloaded", message: "", retry_after: 5 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a poll that the server has no time for leaves what is shown, without a failure, and comes again later", async () => {
  const queryFn = vi.fn().mockResolvedValueOnce("first").mockRejectedValue(full);
  const query = new QueryObserver(createQueryClient(), { queryKey: ["list"], queryFn });
  const stop = query.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  void query.refetch();
  for (const times of [2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn.mock.calls.length).toBe(times);
    expect(query.getCurrentResult()).toMatchObject({ data: "first", isError: false });
    await vi.advanceTimersByTimeAsync(4_999); // Retry-After, plus up to 50 %
    expect(queryFn.mock.calls.length).toBe(times);
    await vi.advanceTimersToNextTimerAsync();
  }
  queryFn.mockResolvedValue("newer");
  await vi.advanceTimersByTimeAsync(7_500);
  expect(query.getCurrentResult()).toMatchObject({ data: "newer", isError: false });
  stop();
});
