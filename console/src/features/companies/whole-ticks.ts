/** The values at which an axis of counts has a line: none, half, and the most. There are no half reviews. */
export const wholeTicks = (most: number): number[] => [...new Set([0, Math.ceil(most / 2), most])];
