const LASTS_MS = 30_000; // longer than the bundle takes on a slow line; an older answer is requested again

/** The requests that app/first-requests.ts sent while the bundle was loading. */
interface AskedAhead {
  token: string;
  /** When they were sent, by this browser's clock. */
  at: number;
  /** By full address. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  var askedAhead: AskedAhead | undefined;
}

/**
 * The answer to a GET that was sent ahead with the same token; each answer is used once. Undefined if there is none. A
 * command makes all of them out of date.
 */
export async function takeAnswer({ method, url, headers }: Request, signal: AbortSignal): Promise<Response | undefined> {
  const { askedAhead } = globalThis;
  if (askedAhead && method !== "GET") askedAhead.at = -Infinity;
  if (!askedAhead || method !== "GET" || headers.get("Authorization") !== `Bearer ${askedAhead.token}`) return undefined;
  const asked = askedAhead.answers.get(url);
  askedAhead.answers.delete(url);
  if (!asked || Date.now() - askedAhead.at > LASTS_MS) return undefined;
  return Promise.race([abortOf(signal), asked.then(withoutDate, () => undefined)]); // a failed request is sent again
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("The request was given up.", "AbortError")));
  });
}

/** Removes the Date header: the answer may be seconds old, so its Date is not the server's current time. */
function withoutDate({ body, status, headers }: Response): Response {
  const rest = new Headers(headers);
  rest.delete("Date");
  return new Response(body, { status, headers: rest });
}
