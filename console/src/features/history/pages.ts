/** One bundle for the pages of history, because people often go from one to another. */
export { HistoryPage } from "./history-page";
export { PersonPage } from "./person-page";
export { VerificationPage } from "./verification-page";
