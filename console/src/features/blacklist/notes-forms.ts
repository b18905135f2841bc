export { Added } from "./added";
export { NotesDialog } from "./notes-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
