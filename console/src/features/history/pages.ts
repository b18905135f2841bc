import { addWords } from "@/lib/words";
import { history } from "@/lib/words/en/history";

/** The pages of history and their words in one part of the code: who opens one often goes on to another. */
export { HistoryPage } from "./history-page";
export { PersonPage } from "./person-page";
export { VerificationPage } from "./verification-page";

addWords({ history });
