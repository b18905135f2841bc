/** Lists over all queues: by whose work it is or whether it is put off, not by where it waits. */
export const VIEWS = ["assigned_to_me", "assigned_to_others", "set_aside"] as const;
export type ViewName = (typeof VIEWS)[number];

export function isViewName(name: string): name is ViewName {
  return (VIEWS as readonly string[]).includes(name);
}
