import { getConfig } from "@testing-library/react";

const { getElementError } = getConfig();

/**
 * The error of a query that finds nothing, in the library's words. The document in it is printed when the message is read:
 * a wait asks again at every change, and reads the last message at most.
 */
export function elementError(message: string | null, container: Element): Error {
  let text: string | undefined;
  return Object.defineProperty(Object.assign(new Error(), { name: "TestingLibraryElementError" }), "message", {
    configurable: true,
    get: () => (text ??= getElementError(message, container).message),
    set: (to: string) => (text = to),
  });
}
