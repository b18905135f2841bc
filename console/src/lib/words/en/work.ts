/** The words of the queue page. */
export const work = {} as const;
