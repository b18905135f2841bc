import type { TaskDetail } from "./types";

/** The first of these fields that is not blank; undefined if all are. Kinds of subject have different fields. */
function firstOf(subject: object, names: readonly string[]): string | undefined {
  const fields = subject as Readonly<Record<string, unknown>>;
  return names.map((name) => fields[name]).find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/**
 * The name of an item in lists and sentences: its title, else its excerpt; for a testimonial without text, its author.
 */
export const titleOf = (subject: object): string | undefined =>
  firstOf(subject, ["title", "excerpt", "text", ...("consent" in subject ? ["author_name"] : [])]);

/** The beginning of the subject's text, for lists. */
export const excerptOf = (subject: object): string | undefined => firstOf(subject, ["excerpt"]);

/** The text of a subject. */
export const textOf = (subject: object): string | undefined => firstOf(subject, ["text"]);

/** The source of the subject, as the API names it. */
export const sourceOf = (subject: object): string | undefined => firstOf(subject, ["source"]);

/** The name of the company that the subject is about. */
export function companyOf(subject: object): string | undefined {
  const { company } = subject as { company?: { name?: string } | null };
  return company?.name;
}

type Detail = TaskDetail["subject"];
/** A subject whose text is edited with the review editor. */
export type EditedSubject = Extract<Detail, { constructive: string }>;

const NO_TEXT = {
  title: "",
  text: "",
  constructive: "",
  authorName: "",
  businessName: null,
  jobTitle: null,
  anonymous: false,
  revision: 0,
  flagged_words: [],
};

/**
 * Whether the review editor can edit this subject. Testimonials are transcribed in the forms of their outcomes instead.
 */
export const isEdited = (subject: Detail): subject is EditedSubject => "constructive" in subject;

/**
 * The subject in the shape that the editor reads. A subject that cannot be edited, such as a ticket, gets blank fields.
 */
export const editedOf = (subject: Detail): EditedSubject => ({ ...NO_TEXT, ...subject }) as EditedSubject;

/** The banned words that hold the subject until a person looks, each once. */
export function heldFor(subject: Detail): string[] {
  const words = "flagged_words" in subject ? subject.flagged_words : [];
  return [...new Set(words.filter(({ action }) => action !== "flag").map(({ word }) => word))];
}

/** The version that a decision was based on: the number of the subject's revision, or of its newest message. */
export function versionOf(subject: Detail): number | null {
  if ("revision" in subject) return subject.revision;
  return subject.last_message_id;
}

// a testimonial with an open task in one of these statuses is waiting for its hold to end
const HELD: ReadonlySet<string> = new Set(["queued", "rejected"]);

/** When the hold of the decision about a testimonial ends; null if there is no hold. */
export const testimonialHeldUntil = (status: string, task: { open: boolean; due_at: string | null } | null): string | null =>
  task?.open && HELD.has(status) ? task.due_at : null;
