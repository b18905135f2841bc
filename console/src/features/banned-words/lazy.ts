import { lazyPart } from "@/lib/lazy-part";

/** Forms are loaded when somebody edits the list, not with the list. */
export const EntryEditor = lazyPart(async () => ({ default: (await import("./entry-editor")).EntryEditor }));
export const ImportDialog = lazyPart(async () => ({ default: (await import("./import-dialog")).ImportDialog }));
