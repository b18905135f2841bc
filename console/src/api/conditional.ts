import type { Middleware } from "openapi-fetch";

interface Kept {
  etag: string;
  body: string;
}

const LIMIT = 50; // a list and its filters need only a few; the oldest is removed first
const kept = new Map<string, Kept>();

/** Sends the last ETag; on 304 (not modified) returns the stored answer. */
export const conditional: Middleware = {
  onRequest({ request }) {
    const known = request.method === "GET" ? kept.get(request.url) : undefined;
    if (known) request.headers.set("If-None-Match", known.etag);
    return request;
  },

  async onResponse({ request, response }) {
    if (request.method !== "GET") return undefined;
    const known = kept.get(request.url);
    if (response.status === 304 && known) return answerWith(known.body, response.headers);
    const etag = response.headers.get("ETag");
    if (response.ok && etag) keep(request.url, { etag, body: await response.clone().text() });
    return undefined;
  },
};

/** The 304's own headers, but for the length of its empty body: the client would take the answer for nothing. */
function answerWith(body: string, headers: Headers): Response {
  const kind = new Headers(headers);
  kind.delete("Content-Length");
  return new Response(body, { headers: kind });
}

function keep(url: string, answer: Kept): void {
  kept.delete(url);
  kept.set(url, answer);
  const oldest = kept.keys().next();
  if (kept.size > LIMIT && !oldest.done) kept.delete(oldest.value);
}

/** Answers for one account must not be shown to the next. */
export function forgetAnswers(): void {
  kept.clear();
}
