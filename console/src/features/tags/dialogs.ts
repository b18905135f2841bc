export { CreateDialog } from "./create-dialog";
export { EditDialog } from "./edit-dialog";
