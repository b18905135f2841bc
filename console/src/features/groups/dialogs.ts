export { EditDialog } from "./edit-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
