const KEY = "accessToken"; // spec, section 7

/** The bearer token, stored in local storage: all tabs of a browser share one session. */
export const accessToken = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (token: string): void => localStorage.setItem(KEY, token),
  remove: (): void => localStorage.removeItem(KEY),

  /** Calls `listener` when another tab has signed in or out. */
  onChangeElsewhere(listener: (token: string | null) => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY || event.key === null) listener(accessToken.get());
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  },
};
