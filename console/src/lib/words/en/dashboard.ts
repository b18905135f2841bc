export const dashboard = {
  greeting: {
    morning: "Good morning, {{name}}",
    afternoon: "Good afternoon, {{name}}",
    evening: "Good evening, {{name}}",
  },
  open_one: "open item in {{queues}} queues",
  open_other: "open items in {{queues}} queues",
  pending: "pending",
  overdue: "overdue in all queues",
  oldest: "the oldest waits",
  takeNext: "Take the next item",
  queues: {
    title: "Queues",
    counted: "Counted {{age}} ago",
    countedNow: "Counted just now",
    queue: "Queue",
    open: "Open",
    oldest: "Oldest",
    overdue: "Overdue",
    keys: "Keys",
    none: "Nothing waits",
    empty: {
      title: "No queue is open to you",
      text: "The permissions of your account lead to no queue. What you may open stands in the menu.",
    },
    failed: "Could not load the queues",
  },
} as const;
