import { lazyPart } from "@/lib/lazy-part";

// loaded when one of them is opened: one file for all
const load = () => import("./dialogs");
export const AddCompany = lazyPart(async () => ({ default: (await load()).AddCompany }));
export const AskPromotion = lazyPart(async () => ({ default: (await load()).AskPromotion }));
export const ConfirmDialog = lazyPart(async () => ({ default: (await load()).ConfirmDialog }));
export const NewKeyDialog = lazyPart(async () => ({ default: (await load()).NewKeyDialog }));
