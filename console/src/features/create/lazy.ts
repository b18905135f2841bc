import { lazyPart } from "@/lib/lazy-part";

// loaded when one of them is opened: one file for all
const load = () => import("./dialogs");
export const AccountDialog = lazyPart(async () => ({ default: (await load()).AccountDialog }));
export const CompanyDialog = lazyPart(async () => ({ default: (await load()).CompanyDialog }));
export const ErrorPopup = lazyPart(async () => ({ default: (await load()).ErrorPopup }));
export const GroupDialog = lazyPart(async () => ({ default: (await load()).GroupDialog }));
export const SecretDialog = lazyPart(async () => ({ default: (await load()).SecretDialog }));
export const ReviewDialog = lazyPart(async () => ({ default: (await load()).ReviewDialog }));
