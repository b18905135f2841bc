import { lazyPart } from "@/lib/lazy-part";

// loaded when one of them is opened: one file for all
const load = () => import("./dialogs");
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const ReasonDialog = lazyPart(async () => ({ default: (await load()).ReasonDialog }));
export const GuidanceDialog = lazyPart(async () => ({ default: (await load()).GuidanceDialog }));
