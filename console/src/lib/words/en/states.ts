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
    text: "The link may be out of date or incomplete. What you typed on other pages is stored.",
  },
  forbidden: {
    fact: "Error 403",
    title: "You do not have access to this page",
    text: "It needs the permission <name>“{{permission}}”</name>.",
    ask: "{{names}} can add it to your account: ask one of them, and name this permission.",
    askOne: "{{names}} can add it to your account: ask them, and name this permission.",
    askSomebody: "An administrator can add it to your account: ask them, and name this permission.",
  },
  unfinished: {
    fact: "Unfinished section",
    title: "This section is not finished yet",
    text: "This page has no content yet. There is nothing for you to do here.",
  },
  welcome: {
    title: "Welcome to Docket",
    fact: "Signed in as {{email}}",
    headline: "You are signed in",
    text: "Your account has no permissions yet: an administrator has to give you access. Ask the team that runs Docket at your company. The pages that you may open then appear here and in the menu.",
    refresh: "Check again",
  },
  blind: {
    title: "You have the second look at this review",
    text: "The result of the first decision is hidden until you have decided the second look or released it, so that your decision is independent.",
    file: "You have a second look. Decide or release it before you export results of reviews.",
    open: "Open the second looks",
  },
  load: {
    card: "This could not be loaded.",
    refresh: "Please refresh the page.",
    refreshButton: "Refresh the page",
    offline: "The server cannot be reached. This is loaded as soon as it answers.",
    stillOffline: "Still no answer at {{time}}.",
    code: "If it happens again, tell the tech team the code <code>{{code}}</code>.",
  },
} as const;
