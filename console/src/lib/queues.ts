import {
  Archive,
  ClockArrowUp,
  EyeOff,
  Glasses,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  Quote,
  Scale,
  ScanSearch,
  Siren,
  UserCheck,
  UsersRound,
} from "lucide-react";

import { paths } from "./paths";

interface Queue {
  path: string;
  icon: LucideIcon;
  /** The letter after `g` that leads here; none for queues that the sidebar does not list. */
  key: string;
}

/** The queues by their name, which is also the name of their count. The server says which of them a person may see. */
export const queues = {
  pending: { path: paths.moderate, icon: Inbox, key: "m" },
  unverified: { path: paths.awaitingVerification, icon: UserCheck, key: "v" },
  investigation: { path: paths.underInvestigation, icon: ScanSearch, key: "i" },
  queued: { path: paths.queued, icon: ClockArrowUp, key: "q" },
  requests_to_restrict: { path: paths.requestToRestrict, icon: EyeOff, key: "r" },
  backlog: { path: paths.backlog, icon: Archive, key: "b" },
  assigned_to_others: { path: paths.assignedToOthers, icon: UsersRound, key: "o" },
  escalated: { path: paths.escalated, icon: Siren, key: "e" },
  testimonials: { path: paths.testimonials, icon: Quote, key: "t" },
  tickets: { path: paths.tickets, icon: MessagesSquare, key: "k" },
  second_look: { path: paths.secondLook, icon: Glasses, key: "" },
  disagreements: { path: paths.disagreements, icon: Scale, key: "" },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;

export function isQueueName(name: string): name is QueueName {
  return name in queues;
}
