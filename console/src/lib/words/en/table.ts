/** What every table of the console says. */
export const table = {
  columns: "Columns",
  sort: "Sort by",
  sortBy: "Sort by {{column}}",
  ascending: "{{column}}, ascending",
  descending: "{{column}}, descending",
  sortAgain: "Sort again",
  sortAgainHint: "The values have changed. Rows keep their places until you sort them again.",
  more: "Show more",
  selectAll: "Select all",
  selection: "Selected",
  selectRange: "Select all from the last selected row to this one",
  export: {
    label: "Export",
    hint: "This list as a file, as it is narrowed",
    failed: "The export failed. Please try again.",
    tooWide: "This search takes too long. Narrow the list by dates or a company.",
    cut: "The file contains only the first {{number}} rows. Narrow the list to export the others.",
  },
} as const;
