import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { ApiError } from "@/api/error";
import { deskState } from "@/lib/desk-state";
import { aRow, aTask, CALLUM, heldBy } from "@/testing/desk/factories";

import { storeLease, storeLockOf, storeRefusedLock, storeRelease } from "./lock-cache";
import { lockOf, type LockState } from "./lock-state";

const ME = { id: 2, name: "Marta Ellwood" };
const TASK = 4;
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const lease = (version: number) => ({ locked_since: at(0), locked_until: at(5), limit_at: at(30), lock_version: version });

function lockIn(client: QueryClient) {
  const state = deskState<LockState>("lock").get(client, TASK);
  return state && lockOf({ state, open: true, assignee: null, me: ME.id, now: Date.now() }).kind;
}

test("a list that was read before the lock was given back does not bring it back", () => {
  const client = new QueryClient();
  storeLease(client, TASK, ME, lease(7));
  storeRelease(client, TASK);
  storeLockOf(client, aRow(TASK, { ...heldBy(ME), lock_version: 7 }));
  expect(lockIn(client)).toBe("free");
  storeLockOf(client, aRow(TASK, { ...heldBy(CALLUM), lock_version: 9 }));
  expect(lockIn(client)).toBe("held");
});

test("a refusal says who has the lock now; an older answer does not undo that", () => {
  const client = new QueryClient();
  storeLease(client, TASK, ME, lease(7));
  const problem = { code: "lock_lost", message: "", holder: CALLUM, since: at(0), until: at(5), lock_version: 9 };
  storeRefusedLock(client, TASK, new ApiError(409, problem));
  storeLease(client, TASK, ME, lease(8)); // a late answer to an earlier heartbeat
  expect(lockIn(client)).toBe("held");
});

test("a refusal because of an assignment names no holder", () => {
  const client = new QueryClient();
  storeLockOf(client, aRow(TASK, { lock_version: 3 }));
  storeRefusedLock(client, TASK, new ApiError(409, { code: "task_taken", message: "", holder: CALLUM, lock_version: 3 }));
  expect(lockIn(client)).toBe("free");
});

test("an item that has been decided says so at once, and not that its lock was taken", () => {
  const client = new QueryClient();
  storeLease(client, TASK, ME, lease(7));
  storeLockOf(client, aTask(TASK, { open: false, lock_version: 8 }));
  expect(lockIn(client)).toBe("closed");
});
