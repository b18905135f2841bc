// The page of the API (/api/docs), a script of its own (tools/api-page.ts): Redoc over the description of this server.
import redoc from "redoc/bundles/redoc.standalone.js";

import type { User } from "@/api/types";
import { accessToken } from "@/lib/access-token";
import { apiPage as words } from "@/lib/words/en/api-page";

const place = document.querySelector("main") ?? document.body;

/** Shows the description to members of staff who are signed in. */
async function open(): Promise<void> {
  const headers = { Authorization: `Bearer ${accessToken.get() ?? ""}` };
  const [me, description] = await Promise.all(["/api/user/me", "/api/openapi.json"].map((path) => fetch(path, { headers })));
  if (me?.status === 401) say(words.signIn);
  else if (!me?.ok || !description?.ok) say(words.failed);
  else if (((await me.json()) as User).cms_access.length === 0) say(words.forbidden);
  else redoc.init(await description.json(), options(), place);
}

function say(sentence: string): void {
  const line = document.createElement("p");
  const link = Object.assign(document.createElement("a"), { href: "/", textContent: words.toDocket });
  line.append(`${sentence} `, link);
  line.style.padding = "var(--s-8)";
  place.replaceChildren(line);
}

/** The console's colours and letters, in the names of Redoc. Its search runs in a worker, which the content policy forbids. */
function options(): Record<string, unknown> {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string): string => styles.getPropertyValue(`--${name}`).trim();
  const [text, soft, line, surface, sunken] = ["text", "text-2", "line", "surface", "sunken"].map(token);
  // samples are light on dark in either theme
  const dark = document.documentElement.dataset.theme === "dark";
  const letters = { fontFamily: token("font"), fontWeight: token("w-bold") };
  return {
    disableSearch: true,
    hideHostname: true,
    nativeScrollbars: true,
    theme: {
      colors: {
        primary: { main: token("accent-text") },
        success: { main: token("success-text") },
        warning: { main: token("warning-text") },
        error: { main: token("danger-text") },
        gray: { 50: sunken, 100: line },
        text: { primary: text, secondary: soft },
        border: { dark: token("line-strong"), light: line },
        responses: {
          success: { color: token("success-text"), backgroundColor: token("success-soft") },
          error: { color: token("danger-text"), backgroundColor: token("danger-soft") },
          redirect: { color: token("info-text"), backgroundColor: token("info-soft") },
        },
      },
      schema: { nestedBackground: sunken, linesColor: token("line-strong"), typeNameColor: soft, typeTitleColor: soft, requireLabelColor: token("danger-text") },
      typography: {
        fontSize: "14px",
        fontFamily: token("font"),
        headings: letters,
        code: { fontSize: "13px", fontFamily: token("mono"), color: text, backgroundColor: sunken },
        links: { color: token("accent-text"), visited: token("accent-text"), hover: token("accent-text") },
      },
      sidebar: { backgroundColor: surface, textColor: text, activeTextColor: token("accent-text") },
      rightPanel: { backgroundColor: token(dark ? "surface" : "n-11"), textColor: token(dark ? "text" : "n-0") },
      codeBlock: { backgroundColor: token(dark ? "canvas" : "n-10") },
    },
  };
}

// in another tab somebody signed in, or chose the other theme
window.addEventListener("storage", ({ key }) => {
  if (key === null || key === "accessToken" || key === "settings") location.reload();
});
open().catch(() => say(words.failed));
