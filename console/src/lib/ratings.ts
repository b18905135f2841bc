/** The ratings that a review can have, in stars, the best first. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
