import "./words";

export { CompanyDialog } from "./company-dialog";
export { ErrorPopup } from "./error-popup";
export { GroupDialog } from "./group-dialog";
