/** An uploaded file of a reply that is not sent yet. */
export interface Upload {
  id: number;
  name: string;
}

export const MAX_FILES = 10; // per message (design/tickets.md)
export const MAX_BYTES = 10 * 1024 * 1024;

/** Files as they are stored in a draft: as readable text, one line each. */
export const writeFiles = (files: readonly Upload[]): string => files.map(({ id, name }) => `${name} (#${id})`).join("\n");

/** The files in such a text; lines without a file's number are ignored. */
export function readFiles(text: unknown): Upload[] {
  if (typeof text !== "string") return [];
  return text.split("\n").flatMap((line) => {
    const found = /^(.*) \(#(\d+)\)$/.exec(line);
    return found?.[1] === undefined ? [] : [{ name: found[1], id: Number(found[2]) }];
  });
}
