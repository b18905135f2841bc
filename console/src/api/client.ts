import createClient, { type Middleware } from "openapi-fetch";

import { accessToken } from "@/lib/access-token";
import { clock } from "@/lib/clock";
import { uuid } from "@/lib/uuid";

import { acceptedAge } from "./accepted-age";
import { conditional, forgetAnswers } from "./conditional";
import { confirmingFetch } from "./confirming";
import { ApiError } from "./error";
import type { paths } from "./schema";

const bearer: Middleware = {
  onRequest({ request }) {
    const token = accessToken.get();
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
};

/**
 * Adds an Idempotency-Key to each POST. A caller that repeats a POST passes its own key, so that the server acts once.
 */
const idempotent: Middleware = {
  onRequest({ request }) {
    if (request.method === "POST" && !request.headers.has("Idempotency-Key"))
      request.headers.set("Idempotency-Key", uuid());
    return request;
  },
};

const serverTime: Middleware = {
  onResponse({ response }) {
    clock.synchronise(response.headers.get("Date"));
  },
};

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls `listener` when the server answers 401: the token has expired or is missing. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A 401 from this path means a wrong password, not an expired session. */
const LOGIN = "/api/auth/login" satisfies keyof paths;

const sessionEnd: Middleware = {
  onResponse({ request, response, schemaPath }) {
    if (response.status !== 401 || schemaPath === LOGIN) return;
    const current = accessToken.get();
    // ignore a 401 for a token that has since been replaced
    if (current && request.headers.get("Authorization") !== `Bearer ${current}`) return;
    accessToken.remove();
    forgetAnswers();
    listeners.forEach((listener) => listener());
  },
};

export const api = createClient<paths>({
  baseUrl: location.origin, // the paths themselves begin with /api
  headers: { Accept: "application/json" },
  fetch: confirmingFetch,
});
api.use(bearer, idempotent, acceptedAge, conditional, serverTime, sessionEnd);

interface Settled<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the data of an answer, `undefined` if it has no content (204): `await answer(api.GET("/api/queues"))`. Throws
 * `ApiError`.
 */
export async function answer<T>(call: Promise<Settled<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw ApiError.unreachable(cause);
  });
  if (!response.ok) throw ApiError.from(response, error);
  return data as T;
}
