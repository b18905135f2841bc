import { lazyPart } from "@/lib/lazy-part";

/** The editor's code is loaded when a person edits, or when there is an edit to show. */
export const Editor = lazyPart(async () => ({ default: (await import("./editor")).Editor }));
export const Revisions = lazyPart(async () => ({ default: (await import("./revisions")).Revisions }));
export const NewerText = lazyPart(async () => ({ default: (await import("./newer-text")).NewerText }));
