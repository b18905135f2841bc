import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Readable } from "@/api/queries";
import type { TaskPage, TaskRow } from "@/api/types";

export interface Names {
  companies: ReadonlyMap<number, string>;
  people: ReadonlyMap<number, string>;
}

interface Named {
  id: number;
  name: string;
}

/** The names of companies and people by number, from the queue's lists that this desk has loaded, for its filters. */
export function useNames(queue: string, tasks: readonly TaskRow[]): Names {
  const client = useQueryClient();
  return useMemo(() => {
    const companies = new Map<number, string>();
    const people = new Map<number, string>();
    const add = (row: TaskRow) => {
      const { assigned_to: assignee, locked, locked_id: holder, locked_by: name } = row;
      if (row.summary.company) companies.set(row.summary.company.id, row.summary.company.name);
      if (assignee) people.set(assignee.id, assignee.name);
      if (locked) people.set(holder, name);
    };
    const inQueue = { path: { queue } };
    const seen = <Answer,>(path: Readable) => client.getQueriesData<Answer>({ queryKey: [path, inQueue] });
    for (const [path, names] of [["/api/queues/{queue}/companies", companies], ["/api/queues/{queue}/people", people]] as const)
      for (const [, found] of seen<Named[]>(path)) found?.forEach(({ id, name }) => names.set(id, name));
    // the dashboard reads the first page without pagination
    for (const [, data] of seen<{ pages: TaskPage[] } | TaskPage>("/api/queues/{queue}/tasks"))
      for (const { items } of data ? ("pages" in data ? data.pages : [data]) : []) items.forEach(add);
    tasks.forEach(add);
    return { companies, people };
  }, [client, queue, tasks]);
}
