/** The pages of history in one part of the code: who opens one often goes on to another. */
export { HistoryPage } from "./history-page";
export { PersonPage } from "./person-page";
export { VerificationPage } from "./verification-page";
