import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

import { refusalOf, refusals } from "@/features/tasks/refusals";

/** Leaves a refused reinstatement on its item. */
export function useRefuseReinstatement(taskId: number): (error: unknown) => void {
  const client = useQueryClient();
  return useCallback(
    (error: unknown) => refusals.set(client, refusalOf(error, { deed: "reinstate" }), taskId),
    [client, taskId],
  );
}
