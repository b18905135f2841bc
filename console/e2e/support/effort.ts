/** Whether everything is done in full: what is tagged `@drill`, and each page in every width (tests/effort.py). */
export const DRILLS = "DOCKET_DRILLS" in process.env;

/** Whether pictures are taken of every page, and nothing else: `make pictures`. */
export const PICTURES = "DOCKET_PICTURES" in process.env;

/** The rule of docs/design/figures.md that a test proves; those of rules 1 to 10 have no second try. */
export const rule = (number: number) => ({ annotation: { type: "rule", description: String(number) } });
