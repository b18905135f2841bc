const LIMIT_MS = 5_000;

/** Whether the server answers and is healthy. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(LIMIT_MS) })).ok;
  } catch {
    return false;
  }
}
