/** Notes of colleagues that name the person. */
export const mentions = {
  title: "Notes for you",
  open: "Open the item",
  seen: "Done with it",
} as const;
