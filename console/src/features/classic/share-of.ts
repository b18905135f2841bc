/** `67 %`; undefined if there is nothing to divide by. */
export const shareOf = (part: number | null): string | undefined => (part === null ? undefined : `${Math.round(part * 100)}%`);
