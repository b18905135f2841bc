import { act } from "@testing-library/react";
import { setupServer } from "msw/node";
import { vi } from "vitest";

import { handlers } from "./handlers";
import { settled } from "./react";

export const server = setupServer(...handlers);

// of the event loop, until a call is answered and drawn: all of it happens in this process, however busy the machine is
const TURNS = 20;

/** Lets time pass under a faked clock; what was asked for because of it is answered before more time passes. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let turn = 0; turn < TURNS; turn += 1) await settled();
}
