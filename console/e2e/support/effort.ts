/** Whether everything is done in full: what is tagged `@drill`, and each page in every width (tests/effort.py). */
export const DRILLS = "DOCKET_DRILLS" in process.env;
