/** Signing in by a provider of identities. The page loads these where one is set. */
export const provider = {
  signIn: "Sign in with {{label}}",
  signingIn: "Signing you in",
  again: "Sign in with {{label}} in another tab",
  againText: "This page goes on by itself once you are signed in.",
  needed: "{{label}} has ended your sessions. Sign in with {{label}}, or ask an administrator for a link.",
  refused: {
    provider_away: "The provider does not answer. Try again in a moment.",
    provider_refused: "The provider did not confirm who you are. Try again.",
    provider_unverified: "The provider does not say that your email address was verified. Ask whoever runs the provider.",
    provider_unknown: "You have no account here, and none of your groups at the provider gives you one. Ask an administrator.",
    provider_other: "The account with your email address belongs to another person at the provider. Ask an administrator.",
    provider_not_active: "Your account is not active. Ask an administrator.",
    provider_many_groups: "The provider leaves your groups out, as they are too many, so your access is not known. Ask whoever runs the provider.",
    sign_in_lapsed: "This sign-in was used before, began in another browser, or took too long. Try again.",
  },
} as const;
