/** The length in code points, as the server counts: an emoji of two UTF-16 units counts as one. */
export const lengthOf = (value: string): number => Array.from(value).length;
