/** The page of the API: a script of its own, so that these words are not among those of the console. */
export const apiPage = {
  signIn: "Sign in to Docket, then open this page again.",
  forbidden: "The description of the API is for staff.",
  failed: "The description of the API could not be loaded. Load this page again.",
  toDocket: "To Docket",
} as const;
