/** Notes of colleagues that name the person. */
export const mentions = {
  title: "For you",
  seen: "Done",
} as const;
