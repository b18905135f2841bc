/** Entries with the lowest precision first. */
export const WORST_FIRST = { by: "precision", ascending: true };

/** The filters of the list, as in the address. */
export interface WordFilters {
  q: string;
  show: (typeof SHOWN)[number];
  language: string;
}

/** Everything, one action, or one state. */
export const SHOWN = ["all", "flag", "hold", "reject", "shadow", "stopped", "retired"] as const;
/** Rarely needed states: entries that match nothing. */
export const RARE = ["stopped", "retired"] as const;
export const LANGUAGES = ["en", "cy", "ga", "gd", "mi", "pl", "ro", "ur", "pa"] as const;

const EVERYTHING: WordFilters = { q: "", show: "all", language: "" };

export function readFilters(search: URLSearchParams): WordFilters {
  return {
    q: search.get("q") ?? "",
    show: SHOWN.find((name) => name === search.get("show")) ?? "all",
    language: LANGUAGES.find((code) => code === search.get("language")) ?? "",
  };
}

/** The address with these filters; its other parameters stay. */
export function withFilters(search: URLSearchParams, filters: WordFilters): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const name of ["q", "show", "language"] as const) {
    if (filters[name] === EVERYTHING[name]) after.delete(name);
    else after.set(name, filters[name]);
  }
  return after;
}

/** The parameters of the API call. */
export function queryOf({ q, show, language }: WordFilters) {
  return {
    ...(q && { q }),
    ...(language && { language }),
    ...((show === "flag" || show === "hold" || show === "reject") && { action: show }),
    ...((show === "shadow" || show === "stopped" || show === "retired") && { state: show }),
  };
}

export const isNarrowed = (filters: WordFilters): boolean => filters.q !== "" || filters.show !== "all" || filters.language !== "";
