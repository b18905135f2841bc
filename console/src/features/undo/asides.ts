import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { companyOf, titleOf } from "@/api/subjects";
import type { AsideRow, TaskDetail } from "@/api/types";
import { clock } from "@/lib/clock";
import { pathOf, queueNamed, useDesk } from "@/lib/desk";
import { deskState } from "@/lib/desk-state";

import { newestFinal } from "./recent";
import type { Place } from "./where";

const UNDO_MS = 30_000; // as of a decision that only moved an item

/** An item, and whose it was. */
export type Before = Pick<Aside, "task_id" | "before">;

/** An item that this person has moved aside: skipped, put off, or assigned to somebody. */
export interface Aside {
  task_id: number;
  how: "skip" | "putOff" | "assign";
  /** What was done, as the notification says it. */
  said: string;
  title: string;
  company: string;
  at: number;
  /** The end of the time for undo. */
  until: number;
  /** Whose it was before. */
  before: number | null;
  /** All that were assigned with it. */
  several?: readonly Before[];
  /** Where it was done; null if the queue is not on this person's desk any more. */
  from: Place | null;
}

/** The newest one alone: what is undone is what was done last. */
const aside = deskState<Aside>("moved aside");
const stored = read("/api/user/me/aside");

/** What this person has moved aside last: in this window, or before it was loaded, as the server has it. */
export function useAside(): Aside | null {
  const here = aside.use();
  const desk = useDesk();
  const { t } = useTranslation();
  const { data: [row, ...others] = [] } = useQuery({ ...stored, staleTime: Infinity });
  if (here) return here;
  if (!row) return null;
  const queue = queueNamed(desk, row.queue);
  const act = asideOf(row, queue ? { pathname: pathOf(queue), search: "" } : null);
  const several = [row, ...others];
  return others.length > 0 ? { ...act, several, title: t("undo.several", { count: several.length }), company: "", from: null } : act;
}

const HOW = { skip: "skip", snooze: "putOff", assign: "assign" } as const;

const asideOf = ({ task_id, how, title, company, at, undo_until, before }: AsideRow, from: Place | null): Aside => ({
  ...{ task_id, title, company, before, from, how: HOW[how], said: "" },
  at: Date.parse(at),
  until: Date.parse(undo_until),
});

export function forgetAside(client: QueryClient): void {
  aside.set(client, null);
  client.setQueryData(stored.queryKey, []);
}

export function rememberAside(client: QueryClient, task: TaskDetail, how: Aside["how"], said: string, from: Place): Aside {
  const { task_id, subject, assigned_to: to } = task;
  const named = { title: titleOf(subject) ?? "", company: companyOf(subject) ?? "" };
  return remember(client, { task_id, how, said, ...named, before: to?.id ?? null, from });
}

/** `title`: how many there are, in words. */
export function rememberAssigned(client: QueryClient, several: readonly [Before, ...Before[]], said: string, title: string): Aside {
  return remember(client, { ...several[0], several, how: "assign", said, title, company: "", from: null });
}

function remember(client: QueryClient, what: Omit<Aside, "at" | "until">): Aside {
  const now = clock.now();
  const act: Aside = { ...what, at: now, until: now + UNDO_MS };
  aside.set(client, act);
  newestFinal.set(client, null); // this is newer
  return act;
}

/** Never more than the whole time, though the clocks of server and browser differ. */
export const asideLeft = ({ at, until }: Aside, now: number): number => Math.max(0, Math.min(until - at, until - now));
