import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { clock, useHasPassed, useLastPassed } from "./clock";

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());

function wait(span: number): void {
  act(() => {
    vi.advanceTimersByTime(span);
  });
}

test("a component that waits for a moment is drawn again at that moment alone", () => {
  const moment = clock.now() + 2 * MINUTE;
  let drawn = 0;
  const { result } = renderHook(() => {
    drawn += 1;
    return useHasPassed(moment);
  });
  wait(2 * MINUTE - 1);
  expect([result.current, drawn]).toEqual([false, 1]);
  wait(1_000);
  expect([result.current, drawn]).toEqual([true, 2]);
  wait(5 * MINUTE);
  expect(drawn).toBe(2);
});

test("of several moments the latest that has passed counts, and none before the first", () => {
  const now = clock.now();
  const { result } = renderHook(() => useLastPassed(now + 2 * MINUTE, now + MINUTE));
  expect(result.current).toBe(-Infinity);
  wait(MINUTE + 1_000);
  expect(result.current).toBe(now + MINUTE);
  wait(MINUTE);
  expect(result.current).toBe(now + 2 * MINUTE);
});
