const LASTS_MS = 30_000; // longer than a bundle takes on a slow line; what is older is asked for again

/** What app/first-requests.ts has asked for while the bundle was on its way. */
interface AskedAhead {
  token: string;
  /** When, by this browser's clock. */
  at: number;
  /** By their whole address. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  var askedAhead: AskedAhead | undefined;
}

/**
 * The answer to a GET that was asked for ahead with the same token, at most once; undefined without such an answer.
 * A command makes all of them out of date.
 */
export async function takeAnswer({ method, url, headers }: Request, signal: AbortSignal): Promise<Response | undefined> {
  const { askedAhead } = globalThis;
  if (askedAhead && method !== "GET") askedAhead.at = -Infinity;
  if (!askedAhead || method !== "GET" || headers.get("Authorization") !== `Bearer ${askedAhead.token}`) return undefined;
  const asked = askedAhead.answers.get(url);
  askedAhead.answers.delete(url);
  if (!asked || Date.now() - askedAhead.at > LASTS_MS) return undefined;
  return Promise.race([abortOf(signal), asked.then(withoutDate, () => undefined)]); // one that failed is asked for again
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("The request was given up.", "AbortError")));
  });
}

/** The answer may be seconds old: its Date is not the server's time of this moment. */
function withoutDate({ body, status, headers }: Response): Response {
  const rest = new Headers(headers);
  rest.delete("Date");
  return new Response(body, { status, headers: rest });
}
