export { ConfirmDialog } from "@/components/desk/confirm-dialog";
export { CreateDialog } from "./create-dialog";
export { EditDialog } from "./edit-dialog";
