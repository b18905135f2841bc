import { createContext, use } from "react";

import type { TaskDetail } from "@/api/types";
import type { DraftActions } from "@/features/drafts/use-draft";
import type { Lock } from "@/features/lock/lock-state";

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

/** Somebody else has the item: its forms can be read, and not sent. */
export const isOthers = ({ kind }: Lock): boolean => kind === "held" || kind === "assigned";
