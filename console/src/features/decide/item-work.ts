import { createContext, use } from "react";

import type { TaskDetail } from "@/api/types";
import type { DraftActions } from "@/features/drafts/use-draft";
import { isBeside, isReply, readFields } from "@/features/form/fields";
import { REVISE } from "@/features/revise/fields";
import type { Lock } from "@/features/lock/lock-state";
import { holdsText } from "@/lib/drafts";

import type { ItemActions } from "./use-item-actions";

/** The item on screen and the work on it, for all parts of its pane. */
interface ItemWork {
  task: TaskDetail;
  lock: Lock;
  drafts: DraftActions;
  actions: ItemActions;
}

export const ItemWorkContext = createContext<ItemWork | null>(null);

export function useItemWork(): ItemWork {
  const work = use(ItemWorkContext);
  if (!work) throw new Error("useItemWork needs an ItemWorkContext above it");
  return work;
}

/** Gives an item to the head moderators. */
export const ESCALATE = "escalate";

/** Somebody else has the item: its forms can be read, and not sent. */
export const isOthers = ({ kind }: Lock): boolean => kind === "held" || kind === "assigned";

/** Nobody has it, or one's own lock has ended. */
export const isFree = ({ kind }: Lock): boolean => kind === "free" || kind === "ended";

/** An end of the item throws something away that somebody wrote; an edit stays to be read. */
export const losesText = ({ draft: { forms } }: DraftActions): boolean =>
  Object.entries(forms).some(([name, form]) => name !== REVISE && holdsText(form));

/** Taking the item is the next step: what answers it, or is written while it is read, is not begun. */
export const takesFirst = ({ task, lock, drafts: { draft } }: Pick<ItemWork, "task" | "lock" | "drafts">): boolean => {
  const answers = task.outcomes.filter((outcome) => isReply(outcome) || isBeside(outcome.form));
  return (
    isFree(lock) &&
    answers.length > 0 &&
    !answers.some(({ name, form }) => {
      const typed = draft.forms[name];
      return isBeside(form) ? name === draft.open : typed !== undefined && holdsText(typed);
    })
  );
};

/** What this person has written of the text that stands beside the item, and not sent; empty where there is nothing. */
export const storedText = ({ task, drafts: { draft } }: Pick<ItemWork, "task" | "drafts">): string => {
  const answer = task.outcomes.find(({ form }) => isBeside(form));
  const field = answer && readFields(answer.form ?? {}).find(({ subject }) => subject === "text");
  const value = answer && field && draft.forms[answer.name]?.values[field.name];
  return typeof value === "string" ? value.trim() : "";
};

/** A testimonial is taken before it is decided: its outcomes stand beside what is written of it. */
export const isTakenFirst = (work: Pick<ItemWork, "task" | "lock" | "drafts">): boolean => work.task.subject.kind === "testimonial" && takesFirst(work);

/** A testimonial of which nothing is written: taking it opens the form for its words. */
export const isUntranscribed = ({ subject }: TaskDetail): boolean => subject.kind === "testimonial" && subject.text === "";
