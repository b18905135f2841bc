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
  /** What a row of a list shows of the subject. */
  summary: Of;
  /** The task's clock. */
  due: ReactNode;
  /** What every task may have beside its subject: where it waits, a note with its assignment. */
  marks: ReactNode;
  /** Who has it open, or holds it. */
  people: ReactNode;
}

export interface BodyProps<Of = Subject> {
  subject: Of;
  /** Stands first: whose work it is, and how it became so. */
  assigned: ReactNode;
  /** Undefined where the text cannot be edited in this step. */
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

/** How the console shows one kind of subject: three lines in a list, and the whole of it beside the list. */
export interface Kind<Name extends KindName = KindName> {
  Row: ComponentType<RowProps<Extract<Summary, { kind: Name }>>>;
  Body: ComponentType<BodyProps<Extract<Subject, { kind: Name }>>>;
  /** What stands beside it, above its process. */
  Aside?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
  /** At the end of its lock bar: what else is done with it; on a phone also the outcomes that send no reply. */
  More?: ComponentType<{ subject: Extract<Subject, { kind: Name }>; outcomes: readonly Choice[] }>;
  /** Below what has happened, where it was opened again: the way to what was before. */
  Earlier?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
  /** How one that has ended is opened again; without it by a head moderator, who says why. */
  Reopen?: ComponentType<{ subject: Extract<Subject, { kind: Name }> }>;
}

/** One file for each kind. A kind that is not here has the plain row and the plain body. */
const kinds: { readonly [Name in KindName]?: Kind<Name> } = {
  review,
  restriction_request: restrictionRequest,
  testimonial,
  ticket,
};

/** The components of a subject's kind; which subject they take was told apart by its `kind`. */
export function kindOf({ kind }: { kind: string }): Kind {
  return ((kinds as Readonly<Record<string, unknown>>)[kind] ?? plain) as Kind;
}
