import { connection } from "@/lib/connection";

import { takeAnswer } from "./asked-ahead";
import { OVERLOADED } from "./error";

const SLOW_MS = 10_000; // after this time without an answer, the connection is in doubt
export const ABANDONED_MS = 60_000; // the server answers or refuses within 10 s (figures.md, rule 9): this call is lost
/** Statuses that a proxy answers when the server behind it is down, or the server itself when it cannot work. */
const NO_ANSWER = new Set([502, 503, 504]);

/**
 * `fetch` that gives up after a minute without an answer, and reports to the connection state whether the server
 * answered.
 */
export async function watchedFetch(request: Request): Promise<Response> {
  const abandoned = new AbortController();
  const abort = () => abandoned.abort();
  request.signal.addEventListener("abort", abort);
  const slow = setTimeout(() => connection.failed(), SLOW_MS);
  const lost = setTimeout(abort, ABANDONED_MS);
  try {
    // looked up at each call, so that tests can replace it
    const response = (await takeAnswer(request, abandoned.signal)) ?? (await globalThis.fetch(request, { signal: abandoned.signal }));
    if (NO_ANSWER.has(response.status) && !(await isOverload(response))) connection.failed();
    else connection.answered();
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    connection.failed();
    // an abort by this timer means that no answer came; the caller did not ask for it
    throw abandoned.signal.aborted ? new Error("No answer within a minute.", { cause: error }) : error;
  } finally {
    clearTimeout(slow);
    clearTimeout(lost);
  }
}

/** The server is reachable but reports that it is overloaded: the connection is not lost. */
async function isOverload(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null && "code" in body && body.code === OVERLOADED;
}
