import type { QueryClient } from "@tanstack/react-query";

import { companyOf, titleOf } from "@/api/subjects";
import type { TaskDetail } from "@/api/types";
import { clock } from "@/lib/clock";
import { deskState } from "@/lib/desk-state";

import { newestFinal } from "./recent";
import type { Place } from "./where";

const UNDO_MS = 30_000; // as of a decision that only moved an item

/** An item that this person has moved aside: skipped, put off, or assigned to somebody. */
export interface Aside {
  task_id: number;
  how: "skip" | "putOff" | "assign";
  /** What was done, as the notification says it. */
  said: string;
  title: string;
  company: string;
  at: number;
  /** Whose it was before. */
  before: number | null;
  from: Place;
}

/** The newest one alone: what is undone is what was done last. */
export const aside = deskState<Aside>("moved aside");

export function rememberAside(client: QueryClient, task: TaskDetail, how: Aside["how"], said: string, from: Place): Aside {
  const { task_id, subject, assigned_to: to } = task;
  const named = { title: titleOf(subject) ?? "", company: companyOf(subject) ?? "" };
  const act: Aside = { task_id, how, said, ...named, at: clock.now(), before: to?.id ?? null, from };
  aside.set(client, act);
  newestFinal.set(client, null); // this is newer
  return act;
}

export const asideLeft = ({ at }: Aside, now: number): number => Math.max(0, at + UNDO_MS - now);
