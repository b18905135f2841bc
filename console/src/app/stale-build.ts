const KEY = "reloadedForBuild";
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deployment asks for files that are gone. Loading the page again brings the new build;
 * when it has just done so and files are still missing, the error page says so instead.
 */
export function reloadAfterDeployment(): void {
  window.addEventListener("vite:preloadError", (event) => {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
