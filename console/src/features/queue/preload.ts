import type { QueryClient } from "@tanstack/react-query";

import { isOpenTo } from "@/features/tasks/neighbours";
import { listQuery } from "@/features/tasks/use-task-list";
import { taskQuery } from "@/features/tasks/use-task";
import { readView } from "@/features/tasks/view";
import { type Desk, facetsOf } from "@/lib/desk";

/** Requests a queue's list, and the item that is shown first, before the page is rendered. */
export async function preloadQueue(client: QueryClient, desk: Desk, queue: string, search: URLSearchParams, me: number): Promise<void> {
  const { filters, item } = readView(search, facetsOf(desk, queue));
  if (item !== null) void client.query(taskQuery(item)).catch(() => undefined); // the page shows the error
  const list = await client.infiniteQuery(listQuery(queue, filters)).catch(() => null);
  const first = list?.pages[0]?.items.find((row) => isOpenTo(me, row));
  if (item === null && first) await client.query(taskQuery(first.task_id)).catch(() => undefined);
}
