/** What others did that concerns the person. */
export const mentions = {
  title: "For you",
  seen: "Done",
  seenAll: "Mark all as read",
  all: "Show all {{number}}",
  fewer: "Show fewer",
} as const;
