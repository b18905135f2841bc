/** The possible ratings of a review, in stars, best first. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
