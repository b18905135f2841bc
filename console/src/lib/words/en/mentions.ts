/** Actions of other people that concern the person. */
export const mentions = {
  title: "For you",
  seen: "Mark as read",
  seenAll: "Mark all as read",
  all: "Show all {{number}}",
  fewer: "Show fewer",
} as const;
