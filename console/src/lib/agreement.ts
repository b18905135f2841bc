/** The share of second looks that should agree with the first decision, as in the design. */
export const WANTED = 0.85;

/** With fewer second looks a percentage means little. */
export const LEAST_CHECKED = 30;
