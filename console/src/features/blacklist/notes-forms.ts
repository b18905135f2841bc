export { AddedNotes } from "./added-notes";
export { NotesDialog } from "./notes-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
