/** Characters as the server counts them: code points, of which an emoji is one and not two. */
export const lengthOf = (value: string): number => Array.from(value).length;
