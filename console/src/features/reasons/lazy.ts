import { lazyPart } from "@/lib/lazy-part";

// one file for all dialogs, loaded when the first is opened
const load = () => import("./dialogs");
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const ReasonDialog = lazyPart(async () => ({ default: (await load()).ReasonDialog }));
export const GuidanceDialog = lazyPart(async () => ({ default: (await load()).GuidanceDialog }));
