const KEY = "accessToken"; // spec, section 7

/** The bearer token, kept in local storage: every tab of one browser shares one session. */
export const accessToken = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (token: string): void => localStorage.setItem(KEY, token),
  remove: (): void => localStorage.removeItem(KEY),

  /** Calls back when another tab has signed in or out. */
  onChangeElsewhere(listener: (token: string | null) => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY || event.key === null) listener(accessToken.get());
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  },
};
