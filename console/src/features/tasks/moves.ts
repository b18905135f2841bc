/** Where the page goes when an item is done with. */
export interface Moves {
  /** Away from a task that is decided, to the next one. */
  onward: (from: number) => void;
  /** Back to a task whose decision was refused. */
  back: (to: number) => void;
}
