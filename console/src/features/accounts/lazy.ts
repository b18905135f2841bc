import { lazyPart } from "@/lib/lazy-part";

// one file for all dialogs, loaded when the first is opened
const load = () => import("./dialogs");
export const AddCompany = lazyPart(async () => ({ default: (await load()).AddCompany }));
export const AskPromotion = lazyPart(async () => ({ default: (await load()).AskPromotion }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const NewKeyDialog = lazyPart(async () => ({ default: (await load()).NewKeyDialog }));
