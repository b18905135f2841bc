import { lazy } from "react";

/** What editing needs is loaded when somebody edits, or when there is an edit to show. */
export const Editor = lazy(async () => ({ default: (await import("./editor")).Editor }));
export const ReviseBar = lazy(async () => ({ default: (await import("./revise-bar")).ReviseBar }));
export const Revisions = lazy(async () => ({ default: (await import("./revisions")).Revisions }));
export const NewerText = lazy(async () => ({ default: (await import("./newer-text")).NewerText }));
