import type { DecisionRow, HistoryEntry, OutcomeChoice, ReviewDetail, TaskDetail, TaskPage, TaskRow } from "@/api/types";

const CREATED = "2026-11-20T08:00:00Z";
const DUE = "2036-11-21T08:00:00Z";
const FREE = { locked: false, locked_by: "Unknown user", locked_id: 0, locked_since: null, locked_until: null, lock_version: 0 };

/** Another person at another desk. */
export const CALLUM = { id: 9, name: "Callum Frayne" };

let lastVersion = 0;
/** A lock version higher than all earlier ones in this test file. */
export const nextVersion = () => (lastVersion += 1);

/** A lock that starts now and lasts some minutes; newer than all locks made before. */
export function heldBy({ id, name }: { id: number; name: string }, minutes = 5) {
  const since = new Date(Date.now() - (5 - minutes) * 60_000).toISOString();
  const until = new Date(Date.now() + minutes * 60_000).toISOString();
  return { locked: true, locked_by: name, locked_id: id, locked_since: since, locked_until: until, lock_version: nextVersion() };
}

/** The body of a refusal because another person holds the task. */
export function holderProblem(person: { id: number; name: string }) {
  const { locked_since: since, locked_until: until, lock_version } = heldBy(person);
  return { holder: person, since, until, lock_version };
}

function head(taskId: number) {
  return {
    task_id: taskId,
    kind: "review_moderation",
    queue: "pending",
    ...FREE,
    assigned_to: null,
    due_at: DUE,
    created_at: CREATED,
    priority: 5,
  };
}

export function aRow(taskId: number, change: Partial<TaskRow> = {}): TaskRow {
  return {
    ...head(taskId),
    summary: {
      kind: "review",
      id: taskId,
      title: `Review ${taskId}`,
      excerpt: "We brought our old spaniel in.",
      company: { id: 3, name: "Saltmarsh Veterinary Centre" },
      author_name: "Rowan Thackery",
      rating: 2,
      source: "wf",
      flagged: 0,
      received_at: CREATED,
    },
    assignment: null,
    put_off: null,
    open_with: [],
    ...change,
  };
}

export const aPage = (rows: TaskRow[], nextCursor: string | null = null): TaskPage => ({
  items: rows,
  next_cursor: nextCursor,
  next_up: [],
  matches: null,
});

export const APPROVE: OutcomeChoice = {
  name: "approve",
  label: "Approve",
  about: "It keeps to the rules.",
  hotkey: "a",
  tone: "primary",
  undo: true,
  form: null,
  blocked: null,
};

export const REJECT: OutcomeChoice = {
  name: "reject",
  label: "Reject",
  about: "It breaks a rule.",
  hotkey: "r",
  tone: "danger",
  undo: true,
  blocked: null,
  form: {
    type: "object",
    required: ["reason", "facts"],
    properties: {
      reason: {
        title: "Reason",
        oneOf: [
          { const: "fake", title: "Fake", description: "Not based on a real experience." },
          { const: "threat", title: "Threat" },
        ],
      },
      facts: {
        title: "Facts",
        type: "string",
        "x-widget": "textarea",
        minLength: 1,
        maxLength: 40,
        description: "Quoted to the author word for word.",
      },
    },
  },
};

export const PUBLISH: OutcomeChoice = {
  name: "publish",
  label: "Publish now",
  about: "It appears now.",
  hotkey: "p",
  tone: "primary",
  undo: false,
  blocked: null,
  form: null,
};

export const VERIFY: OutcomeChoice = {
  name: "verify",
  label: "Verify",
  about: "Its author was there.",
  hotkey: "v",
  tone: "primary",
  undo: true,
  blocked: null,
  form: null,
};

/** A decision of this person that can be undone for 15 minutes. */
export function aDecision(taskId: number, change: Partial<DecisionRow> = {}): DecisionRow {
  return {
    task_id: taskId,
    queue: "pending",
    outcome: "approve",
    label: "Approve",
    title: `Review ${taskId}`,
    company: "Saltmarsh Veterinary Centre",
    addressed: true,
    decided_at: new Date().toISOString(),
    undo_until: new Date(Date.now() + 15 * 60_000).toISOString(),
    refusal: null,
    ...change,
  };
}

export function aSubject(id: number, change: Partial<ReviewDetail> = {}): ReviewDetail {
  return {
    kind: "review",
    id,
    type: "wf",
    data: {},
    locked: false,
    locked_by: "Unknown user",
    locked_id: 0,
    assigned_to: null,
    escalation_notes: "",
    title: `Review ${id}`,
    authorName: "Rowan Thackery",
    anonymous: false,
    businessName: null,
    jobTitle: null,
    text: `The text of review ${id}.`,
    constructive: "",
    status: "pending",
    flagged_words: [],
    company: { id: 3, name: "Saltmarsh Veterinary Centre", rating: 4.4, reviews: 312, recent: 26, rejected: 1 },
    rating: 2,
    source: "wf",
    verified: true,
    received_at: CREATED,
    posted_at: null,
    revision: 1,
    screening: null,
    ...change,
  };
}

export function aTask(taskId: number, change: Partial<TaskDetail> = {}): TaskDetail {
  return {
    ...head(taskId),
    queue_title: "Moderate reviews",
    permission: "moderation",
    open: true,
    editable: true,
    can_be_reopened: true,
    node: "pending",
    process: { kind: "review_moderation", id: taskId },
    subject: aSubject(taskId),
    outcomes: [APPROVE, REJECT],
    snoozed_until: null,
    drafts: [],
    assignment: null,
    harm: null,
    ...change,
  };
}

export function anEntry(seq: number, change: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    seq,
    at: "2026-11-20T09:00:00Z",
    action: "claim",
    actor: null,
    node: "pending",
    title: "Moderate reviews",
    outcome: "",
    label: "",
    to_node: "",
    to_title: "",
    text: null,
    data: {},
    request_id: "",
    ...change,
  };
}
