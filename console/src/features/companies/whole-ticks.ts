/** The ticks of an axis of counts: 0, half, and the maximum. Whole numbers only. */
export const wholeTicks = (most: number): number[] => [...new Set([0, Math.ceil(most / 2), most])];
