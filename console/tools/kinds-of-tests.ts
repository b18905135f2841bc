/** The tests that need no document: they run without one, which takes a tenth of the time. Others may join them, none must. */
export const plainTests = [
  "src/app/navigation.test.ts",
  "src/components/desk/due-clock.test.ts",
  "src/components/desk/marks.test.ts",
  "src/components/desk/say-unknown.test.ts",
  "src/components/desk/screening.test.ts",
  "src/components/picker/people-order.test.ts",
  "src/features/classic/view.test.ts",
  "src/features/form/fields.test.ts",
  "src/features/form/zod-schema.test.ts",
  "src/features/lock/lock-cache.test.ts",
  "src/features/lock/lock-state.test.ts",
  "src/features/process/day-groups.test.ts",
  "src/features/process/graph-layout.test.ts",
  "src/features/process/undone.test.ts",
  "src/features/process/way-taken.test.ts",
  "src/features/set-aside/presets.test.ts",
  "src/features/tasks/merge-pages.test.ts",
  "src/features/tasks/neighbours.test.ts",
  "src/features/tasks/view.test.ts",
  "src/features/undo/time-left.test.ts",
  "src/features/undo/where.test.ts",
  "src/lib/dates.test.ts",
  "src/lib/words/riddles.test.ts",
  "src/lib/words/words.test.ts",
  "src/styles/breakpoints.test.ts",
];

/** The tests that put another module in the place of one of the console's: other files must not get it. */
export const isolatedTests = ["src/testing/worked-example.test.ts"];
