import type { TaskDetail } from "./types";

/** The first of these fields that holds words; undefined where there is none. Kinds of subject differ in their fields. */
function firstOf(subject: object, names: readonly string[]): string | undefined {
  const fields = subject as Readonly<Record<string, unknown>>;
  return names.map((name) => fields[name]).find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** What an item is called in lists and sentences: its title, or how it begins; a testimonial without words by its author. */
export const titleOf = (subject: object): string | undefined =>
  firstOf(subject, ["title", "excerpt", "text", ...("consent" in subject ? ["author_name"] : [])]);

/** How its text begins, in a list. */
export const excerptOf = (subject: object): string | undefined => firstOf(subject, ["excerpt"]);

/** The text of a subject. */
export const textOf = (subject: object): string | undefined => firstOf(subject, ["text"]);

/** Where it came from, as the API names it. */
export const sourceOf = (subject: object): string | undefined => firstOf(subject, ["source"]);

/** The name of the company that it is about. */
export function companyOf(subject: object): string | undefined {
  const { company } = subject as { company?: { name?: string } | null };
  return company?.name;
}

type Detail = TaskDetail["subject"];
/** A subject whose text can be edited with the editor of reviews. */
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

/** Whether the editor of reviews is for it. The words of a testimonial are written in the forms of its outcomes. */
export const isEdited = (subject: Detail): subject is EditedSubject => "constructive" in subject;

/** A subject as an editor reads it. What cannot be edited, such as a ticket, has blank fields. */
export const editedOf = (subject: Detail): EditedSubject => ({ ...NO_TEXT, ...subject }) as EditedSubject;

/** The words for which it is held back, each once: a person looks before it is published. */
export function heldFor(subject: Detail): string[] {
  const words = "flagged_words" in subject ? subject.flagged_words : [];
  return [...new Set(words.filter(({ action }) => action !== "flag").map(({ word }) => word))];
}

/** What was read of a subject, as a decision names it: the number of its revision, or of its newest message. */
export function versionOf(subject: Detail): number | null {
  if ("revision" in subject) return subject.revision;
  return subject.last_message_id;
}

// open in these, a testimonial waits for the end of its hold
const HELD: ReadonlySet<string> = new Set(["queued", "rejected"]);

/** Until when the decision about a testimonial is held; null when none is. */
export const testimonialHeldUntil = (status: string, task: { open: boolean; due_at: string | null } | null): string | null =>
  task?.open && HELD.has(status) ? task.due_at : null;
