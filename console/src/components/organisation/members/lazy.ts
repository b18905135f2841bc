import { lazyPart } from "@/lib/lazy-part";

// one file for both dialogs, loaded when the first is opened
const load = () => import("./dialogs");
export const AddMember = lazyPart(async () => ({ default: (await load()).AddMember }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
