export const common = {
  ok: "OK",
  cancel: "Cancel",
  no: "No",
  close: "Close",
  save: "Save",
  loading: "Loading",
  tryAgain: "Try again",
  notCopied: "The browser did not allow it to be copied. Select the text and copy it yourself.",
  opensInNewTab: "opens in a new tab",
  unknownError: "An unknown error occurred. Please try again.",
  size: { kB: "{{size}} kB", MB: "{{size}} MB" },
} as const;
