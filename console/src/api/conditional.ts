import type { Middleware } from "openapi-fetch";

interface StoredAnswer {
  etag: string;
  body: string;
}

const LIMIT = 50; // a list and its filters need only a few; the oldest is removed first
const stored = new Map<string, StoredAnswer>();

/** Sends the last ETag; on 304 (not modified) returns the stored answer. */
export const conditional: Middleware = {
  onRequest({ request }) {
    const last = request.method === "GET" ? stored.get(request.url) : undefined;
    if (last) request.headers.set("If-None-Match", last.etag);
    return request;
  },

  async onResponse({ request, response }) {
    if (request.method !== "GET") return undefined;
    const last = stored.get(request.url);
    if (response.status === 304 && last) return answerWith(last.body, response.headers);
    const etag = response.headers.get("ETag");
    if (response.ok && etag) store(request.url, { etag, body: await response.clone().text() });
    return undefined;
  },
};

/**
 * The stored body with the headers of the 304, except `Content-Length: 0`, with which the client would ignore the body.
 */
function answerWith(body: string, headers: Headers): Response {
  const kind = new Headers(headers);
  kind.delete("Content-Length");
  return new Response(body, { headers: kind });
}

function store(url: string, answer: StoredAnswer): void {
  stored.delete(url);
  stored.set(url, answer);
  const oldest = stored.keys().next();
  if (stored.size > LIMIT && !oldest.done) stored.delete(oldest.value);
}

/** Removes all stored answers, so that the next account does not see those of the last. */
export function forgetAnswers(): void {
  stored.clear();
}
