import { getConfig } from "@testing-library/react";

const { getElementError } = getConfig();

/**
 * The error of a query that finds nothing, with the library's text. The document is printed only when the message is
 * read: a wait repeats the query at every change, and reads at most the last message.
 */
export function elementError(message: string | null, container: Element): Error {
  let text: string | undefined;
  return Object.defineProperty(Object.assign(new Error(), { name: "TestingLibraryElementError" }), "message", {
    configurable: true,
    get: () => (text ??= getElementError(message, container).message),
    set: (to: string) => (text = to),
  });
}
