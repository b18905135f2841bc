import { lazyPart } from "@/lib/lazy-part";

// one file for forms and dialogs, loaded on hover or focus
const load = () => import("./notes-forms");
export const NotesDialog = lazyPart(async () => ({ default: (await load()).NotesDialog }));
export const Added = lazyPart(async () => ({ default: (await load()).Added }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
