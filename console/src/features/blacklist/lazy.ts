import { lazyPart } from "@/lib/lazy-part";

// forms and dialogs, loaded when they are reached for: one file for both
const load = () => import("./notes-forms");
export const NotesDialog = lazyPart(async () => ({ default: (await load()).NotesDialog }));
export const Added = lazyPart(async () => ({ default: (await load()).Added }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
