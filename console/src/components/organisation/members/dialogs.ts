export { AddMember } from "./add-member";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
