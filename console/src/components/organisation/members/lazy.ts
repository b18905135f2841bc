import { lazyPart } from "@/lib/lazy-part";

// loaded when one of them is opened: one file for both
const load = () => import("./dialogs");
export const AddMember = lazyPart(async () => ({ default: (await load()).AddMember }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
