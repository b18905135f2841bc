import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { ApiError } from "@/api/error";
import type { Letter } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { fetchLetter } from "@/features/tasks/calls";
import type { FormValues } from "@/lib/drafts";

const PAUSE_MS = 400; // after the last key press

interface Composed {
  letter: Letter | undefined;
  /** Whether the required fields are filled in. */
  filled: boolean;
  isFetching: boolean;
  /** The server would refuse the form; the form itself says where. */
  invalid: boolean;
  error: unknown;
  retry: () => void;
  retrying: boolean;
}

/** The letter that a form produces, composed by the server whenever typing pauses. */
export function useLetter(taskId: number, outcome: string, values: FormValues | undefined): Composed {
  const form = useSettled(JSON.stringify(blankless(values ?? {})));
  const { reason, facts } = JSON.parse(form) as Record<string, string>;
  const filled = Boolean(reason && facts);
  const query = useQuery({
    // a POST without effects: the form is too long for an address, so `read` cannot be used
    queryKey: ["/api/tasks/{task_id}/statement", { path: { task_id: taskId } }, outcome, form],
    queryFn: ({ signal }) => fetchLetter(taskId, outcome, JSON.parse(form) as Record<string, unknown>, signal),
    enabled: filled,
    placeholderData: keepPreviousData,
    retry: (failures, problem) => !isRefusal(problem) && failures < 2,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const { error, retry, retrying } = useFailure(query);
  const invalid = isRefusal(error);
  return { letter: query.data, filled, isFetching: query.isFetching, invalid, error: invalid ? null : error, retry, retrying };
}

/** The value, once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function blankless(values: FormValues): FormValues {
  const entries = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== "")) as FormValues;
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 422;
