import { serverAnswers } from "@/lib/server-answers";

const KEY = "reloadedForBuild";
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deployment asks for files that are gone. Loading the page again brings the new build;
 * when it has just done so and files are still missing, the error page says so instead. While the server is away
 * nothing is loaded again: that would lose the page.
 */
export function reloadAfterDeployment(): void {
  window.addEventListener("vite:preloadError", () => {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return;
    void serverAnswers().then((there) => {
      if (!there) return;
      sessionStorage.setItem(KEY, String(Date.now()));
      location.reload();
    });
  });
}
