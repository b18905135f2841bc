const KEY = "reloadedForBuild";
const AGAIN_AFTER_MS = 60_000;

/**
 * Loads the page again, which brings the newer build, and returns true. When that has just been done, it returns false:
 * a file that is still missing is an error.
 */
export function reloadForNewerBuild(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
