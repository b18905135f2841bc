import { useQueryClient } from "@tanstack/react-query";

import type { Command } from "@/api/command";
import { type CommandState, useCommand } from "@/api/use-command";
import { storeRefusedLock } from "@/features/lock/lock-cache";
import { type Deed, refusalOf, refusals } from "@/features/tasks/refusals";
import { taskReads } from "@/features/tasks/task-reads";

/**
 * A command about one task: on success it clears the item's refusal and refreshes the
 * task; a refusal updates the lock and is shown on the item as that of `deed`. `deed` null: a dialog shows it itself.
 */
export function useTaskCommand<Input = void, Result = void>(
  taskId: number,
  deed: Deed | null,
  command: Omit<Command<Input, Result>, "name"> & { name?: string },
): CommandState<Input, Result> {
  const client = useQueryClient();
  return useCommand<Input, Result>({
    refreshes: taskReads(taskId),
    ...command,
    name: `${command.name ?? deed ?? "take over"} ${taskId}`,
    done: (result, input) => {
      refusals.set(client, null, taskId);
      return command.done?.(result, input);
    },
    refused: (error, input) => {
      storeRefusedLock(client, taskId, error);
      if (deed) refusals.set(client, refusalOf(error, { deed }), taskId);
      return command.refused?.(error, input);
    },
  });
}
