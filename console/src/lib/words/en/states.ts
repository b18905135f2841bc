/** Sentences for what is not there, not allowed, or not working. The generic error is the specification's, section 2. */
export const states = {
  toDashboard: "Back to the dashboard",
  error: {
    head: "Error",
    title: "That's an error! Don't Panic!",
    text: "This probably just means we didn't quite test this section properly before launch. Please inform the tech team of this issue, along with a description of what you were trying to do.",
    reload: "Load the page again",
  },
  notFound: {
    head: "Not found",
    fact: "Error 404",
    title: "There is no page at this address",
    text: "The link may be old, or a letter may be missing. Nothing was lost: what you typed elsewhere is kept.",
  },
  forbidden: {
    fact: "Error 403",
    title: "Your account does not open this page",
    text: "It needs the permission <code>{{permission}}</code>. A head moderator or an administrator can give it to you.",
  },
  unfinished: {
    fact: "Unfinished section",
    title: "This section is not finished yet",
    text: "Its place in the console is ready, its content is not. There is nothing to do here, and nothing is missing from your work.",
  },
  welcome: {
    title: "Welcome to Docket",
    fact: "Signed in as {{email}}",
    headline: "You are signed in",
    text: "Your account has no access to the desk so far. An administrator decides what it may open. What you are given then appears here and in the menu.",
    refresh: "Check again",
  },
  blind: {
    title: "You have the second look at this review",
    text: "What came of it is kept back until you have decided, or given it back: your decision is to be your own.",
    file: "You have a second look. Decide it, or give it back, before you save what came of reviews as a file.",
    open: "To the second looks",
  },
  load: {
    refresh: "Please refresh the page.",
    code: "If it happens again, tell the tech team the code <code>{{code}}</code>.",
  },
} as const;
