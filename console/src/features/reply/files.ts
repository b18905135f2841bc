/** A file that was uploaded for a reply, and is sent with it. */
export interface Upload {
  id: number;
  name: string;
}

export const MAX_FILES = 10; // of a message (design/tickets.md)
export const MAX_BYTES = 10 * 1024 * 1024;

/** In a draft the files are a text like all else, which people can read: a line each. */
export const writeFiles = (files: readonly Upload[]): string => files.map(({ id, name }) => `${name} (#${id})`).join("\n");

export function readFiles(text: unknown): Upload[] {
  if (typeof text !== "string") return [];
  return text.split("\n").flatMap((line) => {
    const found = /^(.*) \(#(\d+)\)$/.exec(line);
    return found?.[1] === undefined ? [] : [{ name: found[1], id: Number(found[2]) }];
  });
}
