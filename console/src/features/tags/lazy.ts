import { lazyPart } from "@/lib/lazy-part";

// one file for all dialogs, loaded when the first is opened
const load = () => import("./dialogs");
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const CreateDialog = lazyPart(async () => ({ default: (await load()).CreateDialog }));
export const EditDialog = lazyPart(async () => ({ default: (await load()).EditDialog }));
