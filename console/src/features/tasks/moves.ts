/** Where the page goes when the person is done with an item. */
export interface Moves {
  /** From a task that was decided to the next one. */
  onward: (from: number) => void;
  /** Back to a task whose decision was refused. */
  back: (to: number) => void;
}
