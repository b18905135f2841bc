export { AddCompany } from "./add-company";
export { NewKeyDialog } from "./new-key-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
export { AskPromotion } from "@/features/promotion/ask-promotion";
