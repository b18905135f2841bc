export { AddMember } from "./add-member";
export { EditDialog } from "./edit-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
