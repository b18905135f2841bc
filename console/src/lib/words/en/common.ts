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
  mail: {
    noted: "As it came, as plain text. Reading and saving it leave an entry in the audit log.",
    cut: "Only the beginning of this mail is shown. All of it can be saved.",
    save: "Save the mail",
  },
  size: { kB: "{{size}} kB", MB: "{{size}} MB" },
} as const;
