import { act } from "@testing-library/react";
import { setupServer } from "msw/node";
import { vi } from "vitest";

import { handlers } from "./handlers";
import { settled } from "./react";

export const server = setupServer(...handlers);

// turns of the event loop until a call is answered and rendered: everything runs in this process, so the machine's load
// does not matter
const TURNS = 20;

/** Advances a faked clock; requests that this causes are answered before it returns. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  for (let turn = 0; turn < TURNS; turn += 1) await settled();
}
