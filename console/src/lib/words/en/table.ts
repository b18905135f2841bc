/** What every table of the console says. */
export const table = {
  columns: "Columns",
  sort: "Sort by",
  sortBy: "Sort by {{column}}",
  ascending: "{{column}}, ascending",
  descending: "{{column}}, descending",
  more: "Show more",
  selectRange: "Select all from the last selected row to this one",
  export: {
    failed: "The file could not be written. Please try again.",
    tooWide: "This takes too long to find. Narrow the list by dates or a company.",
    cut: "The file holds the first {{number}} rows only: narrow the list for the others.",
  },
} as const;
