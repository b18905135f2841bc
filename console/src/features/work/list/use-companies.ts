import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import type { TaskPage } from "@/api/types";

import type { Asked } from "../calls";
import type { ListedTask } from "../merge-pages";

interface Company {
  id: number;
  name: string;
}

/** The companies of the rows that this desk has seen in a queue, by name: those that a filter can name. */
export function useCompanies(queue: string, tasks: readonly ListedTask[]): Company[] {
  const client = useQueryClient();
  return useMemo(() => {
    const found = new Map<number, Company>();
    const add = (company: Company | null) => company && found.set(company.id, company);
    for (const [, data] of client.getQueriesData<{ pages: Asked<TaskPage>[] }>({ queryKey: ["tasks", queue] }))
      data?.pages.forEach(({ value }) => value.items.forEach(({ summary }) => add(summary.company)));
    tasks.forEach(({ row }) => add(row.summary.company));
    return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
  }, [client, queue, tasks]);
}
