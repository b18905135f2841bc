import { editedOf } from "@/api/subjects";
import type { Revision, Subject, TaskDetail } from "@/api/types";
import type { RevisionBody } from "@/features/tasks/calls";
import type { FormValues } from "@/lib/drafts";

/** The key of the edit's draft, beside those of the outcomes' forms. */
export const REVISE = "revise";

/** The fields of a review that can be revised, by the server's names. */
export interface ReviewWords {
  title: string;
  text: string;
  constructive: string;
  author_name: string;
  business_name: string;
  job_title: string;
  anonymous: boolean;
}

export type WordsField = keyof ReviewWords;

/** The values of the editor's fields. */
export type Typed = Pick<ReviewWords, WordsField> & { reason: string };

export const LINES = ["title", "author_name", "job_title", "business_name"] as const satisfies readonly WordsField[];
export const TEXTS = ["text", "constructive"] as const satisfies readonly WordsField[];
export const FIELDS: readonly WordsField[] = ["title", ...TEXTS, "author_name", "job_title", "business_name", "anonymous"];

// product.md, In and out; the lengths of the server's columns
export const MAX_LENGTH: Record<Exclude<WordsField, "anonymous"> | "reason", number> = {
  title: 500,
  text: 20_000,
  constructive: 20_000,
  author_name: 300,
  business_name: 300,
  job_title: 300,
  reason: 500,
};

const NULLABLE: readonly WordsField[] = ["business_name", "job_title"];

export function wordsOfSubject(subject: Subject): ReviewWords {
  return {
    title: lines(subject.title),
    text: lines(subject.text),
    constructive: lines(subject.constructive),
    author_name: lines(subject.authorName),
    business_name: lines(subject.businessName ?? ""),
    job_title: lines(subject.jobTitle ?? ""),
    anonymous: subject.anonymous,
  };
}

export function wordsOfRevision(revision: Revision): ReviewWords {
  return {
    title: lines(revision.title),
    text: lines(revision.text),
    constructive: lines(revision.constructive),
    author_name: lines(revision.author_name),
    business_name: lines(revision.business_name ?? ""),
    job_title: lines(revision.job_title ?? ""),
    anonymous: revision.anonymous,
  };
}

/**
 * The item with its newest revision, until the server answers. Marks in changed fields are removed, because their
 * offsets would be wrong.
 */
export function revised(task: TaskDetail, revision: Revision): TaskDetail {
  const subject = editedOf(task.subject);
  const changed = Object.keys(changesOf(wordsOfSubject(subject), { ...wordsOfRevision(revision) }));
  return {
    ...task,
    drafts: task.drafts.filter(({ outcome }) => outcome !== REVISE),
    subject: {
      ...subject,
      title: revision.title,
      text: revision.text,
      constructive: revision.constructive,
      authorName: revision.author_name,
      businessName: revision.business_name,
      jobTitle: revision.job_title,
      anonymous: revision.anonymous,
      revision: revision.number,
      flagged_words: subject.flagged_words.filter(({ field }) => !changed.includes(field)),
    },
  };
}

/** The fields that differ from the text as it was read. */
export function changesOf(read: ReviewWords, typed: FormValues): Partial<ReviewWords> {
  const entries = FIELDS.filter((name) => name in typed && typed[name] !== read[name]).map((name) => [name, typed[name]]);
  return Object.fromEntries(entries) as Partial<ReviewWords>;
}

/** The changes in the server's format: a blank business or job title is null. */
export function toSend(changes: Partial<ReviewWords>): Partial<RevisionBody> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      NULLABLE.includes(name as WordsField) && String(value).trim() === "" ? null : value,
    ]),
  );
}

/** Normalises line ends as text fields do, so that a difference in line ends alone is no edit. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
