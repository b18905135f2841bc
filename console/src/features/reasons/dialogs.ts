export { GuidanceDialog } from "./guidance-dialog";
export { ReasonDialog } from "./reason-dialog";
export { ConfirmDialog } from "@/components/desk/confirm-dialog";
