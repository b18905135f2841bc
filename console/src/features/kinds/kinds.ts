import type { ComponentType, ReactNode } from "react";

import type { TaskDetail, TaskRow } from "@/api/types";

import type { EditOffer } from "@/features/subject/edit-button";

import { plain } from "./plain";
import { restrictionRequest } from "./restriction-request";
import { review } from "./review";
import { testimonial } from "./testimonial";
import { ticket } from "./ticket";

type Summary = TaskRow["summary"];
type Subject = TaskDetail["subject"];
type KindName = Summary["kind"];

export interface RowProps<Of = Summary> {
  /** The part of the subject that lists get. */
  summary: Of;
  /** The task's clock. */
  due: ReactNode;
  /** Marks that every kind of task can have: its queue, a note of its assignment. */
  marks: ReactNode;
  /** The people who have it open or hold it. */
  people: ReactNode;
}

export interface BodyProps<Of = Subject> {
  subject: Of;
  /** Rendered first: the assignee, and how they got the item. */
  assigned: ReactNode;
  /** Undefined if the text cannot be edited in this step. */
  edit: EditOffer | undefined;
  /** What the reader has written of it, and not sent. */
  stored?: string;
}

/** An outcome in a menu. */
export interface Choice {
  label: string;
  hotkey: string;
  run: () => void;
}

/** How the console shows one kind of subject: a row of three lines, and a body beside the list. */
export interface Kind<Name extends KindName = KindName> {
  Row: ComponentType<RowProps<Extract<Summary, { kind: Name }>>>;
  Body: ComponentType<BodyProps<Extract<Subject, { kind: Name }>>>;
  /** Shown beside the subject, above its process. */
  Aside?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
  /** Further actions, at the end of the lock bar; on a phone also the outcomes that send no reply. */
  More?: ComponentType<{ subject: Extract<Subject, { kind: Name }>; outcomes: readonly Choice[] }>;
  /** Below the history of a reopened subject: a link to what happened before. */
  Earlier?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
  /** How an ended subject is reopened. Without it, head moderators reopen it with a reason. */
  Reopen?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
}

/** One file for each kind. A kind that is not listed gets the plain row and body. */
const kinds: { readonly [Name in KindName]?: Kind<Name> } = {
  review,
  restriction_request: restrictionRequest,
  testimonial,
  ticket,
};

/** The components of a subject's kind. The caller passes them only the subject whose `kind` was looked up. */
export function kindOf({ kind }: { kind: string }): Kind {
  return ((kinds as Readonly<Record<string, unknown>>)[kind] ?? plain) as Kind;
}
