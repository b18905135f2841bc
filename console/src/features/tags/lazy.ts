import { lazyPart } from "@/lib/lazy-part";

// loaded when one of them is opened: one file for all
const load = () => import("./dialogs");
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const CreateDialog = lazyPart(async () => ({ default: (await load()).CreateDialog }));
export const EditDialog = lazyPart(async () => ({ default: (await load()).EditDialog }));
