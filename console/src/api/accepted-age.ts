import type { Middleware } from "openapi-fetch";

const MOST_S = 5; // the longest time that the server caches an answer: the team
let commandAt = 0; // 0: a command sent before the page was loaded counts as well

const noteCommand = () => {
  commandAt = performance.now();
};

/**
 * Accepts answers that the server caches for all people, but none from before this browser's last command: people see
 * their own changes at once (decision 46).
 */
export const acceptedAge: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET") noteCommand();
    else {
      const seconds = Math.min(MOST_S, Math.floor((performance.now() - commandAt) / 1_000));
      if (seconds > 0) request.headers.set("Cache-Control", `max-age=${seconds}`);
    }
    return request;
  },

  onResponse({ request }) {
    if (request.method !== "GET") noteCommand();
    return undefined;
  },

  onError({ request }) {
    if (request.method !== "GET") noteCommand(); // also after a failure: the server may have carried it out
  },
};
