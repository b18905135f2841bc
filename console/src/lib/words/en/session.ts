export const session = {
  initialising: "Opening your session",
  title: "Sign in",
  forStaff: "For moderation staff.",
  returnTo: "For moderation staff. You will return to <place>{{place}}</place>.",
  email: "Email address",
  password: "Password",
  showPassword: "Show the password",
  hidePassword: "Hide the password",
  submit: "Sign in",
  trouble: "Trouble signing in? Ask the team that runs Docket at your company.",
  required: {
    email: "Enter your email address.",
    password: "Enter your password.",
  },
  again: {
    title: "Sign in again",
    text: "Your session ended. Sign in to continue here; what you typed is still there.",
    other: "Sign in as somebody else",
  },
  ended: "Your session ended. Sign in to continue where you were.",
  refused: {
    bad_credentials: "That email address and password do not match. Check both and try again.",
    too_many_attempts_one: "Too many attempts. Try again in {{count}} second.",
    too_many_attempts_other: "Too many attempts. Try again in {{count}} seconds.",
    unreachable: "The server did not answer. Check your connection and try again.",
  },
} as const;
