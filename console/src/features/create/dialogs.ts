import "./words";

export { AccountDialog } from "./account-dialog";
export { CompanyDialog } from "./company-dialog";
export { ErrorPopup } from "./error-popup";
export { ReviewDialog } from "./review-dialog";
export { GroupDialog } from "./group-dialog";
export { SecretDialog } from "@/components/organisation/secret-dialog";
