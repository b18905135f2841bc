/** Notes of colleagues that name the person. */
export const mentions = {
  title: "For you",
  open: "Open the item",
  seen: "Done",
} as const;
