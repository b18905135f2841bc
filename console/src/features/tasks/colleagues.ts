import { read } from "@/api/queries";

/** All people who may work on a task. */
export const colleaguesOf = (taskId: number) => read("/api/tasks/{task_id}/colleagues", { path: { task_id: taskId } });
