import type { Middleware } from "openapi-fetch";

const MOST_S = 5; // what the server holds longest: the team
let commandAt = 0; // what was done before the page was loaded counts as well

const noteCommand = () => {
  commandAt = performance.now();
};

/**
 * Accepts answers that the server holds for many people, as old as this browser's last command at most: people see what
 * they did themselves at once (decision 46).
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
    if (request.method !== "GET") noteCommand(); // it may have been done
  },
};
