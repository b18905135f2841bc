import type { components } from "./schema";

type Schemas = components["schemas"];

export type User = Schemas["SessionUser"];
export type Counts = Schemas["Counts"];
export type CountName = keyof Counts;
export type QueueSummary = Schemas["QueueOverview"];
export type Problem = Schemas["Problem"];
export type TakenOver = Schemas["TakenOver"];
export type Person = Schemas["Person"];

export type TaskPage = Schemas["TaskPage"];
export type TaskRow = Schemas["TaskRow"];
export type Assignment = Schemas["Assignment"];
export type BulkAssignment = Schemas["BulkAssignmentAnswer"];
export type ItemResult = Schemas["ItemResult"];
export type TaskDetail = Schemas["TaskDetail"];
export type Subject = Schemas["Subject"];
export type FlaggedWord = Schemas["FlaggedWord"];
export type CompanyContext = Schemas["CompanyContext"];
export type RestrictionRequest = Schemas["RestrictionOut"];
export type ReviewStory = Schemas["ReviewStory"];
export type StoryProcess = Schemas["StoryProcess"];
export type BesideReviews = Schemas["Beside"];
export type OutcomeChoice = Schemas["OutcomeChoice"];
export type LockAnswer = Schemas["LockAnswer"];
export type Decision = Schemas["DecisionAnswer"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type Graph = Schemas["Graph"];
export type Colleague = Schemas["Colleague"];
export type Mention = Schemas["MentionOut"];
export type ServerDraft = Schemas["Draft"];
export type Reinstated = Schemas["Reinstated"];
export type Revision = Schemas["RevisionOut"];
export type Letter = Schemas["LetterOut"];
export type Statement = Schemas["StatementOut"];
export type StatementPage = Schemas["StatementList"];
