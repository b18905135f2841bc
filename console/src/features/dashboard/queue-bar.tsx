import styles from "./dashboard.module.css";

interface Props {
  open: number;
  overdue: number;
  largest: number;
}

/** A queue's weight beside the others, its overdue share first. The numbers stand in the columns: this is for the eye. */
export function QueueBar({ open, overdue, largest }: Props) {
  const share = (count: number) => `${(count / largest) * 100}%`;
  return (
    <span className={styles.bar} aria-hidden>
      {overdue > 0 && <i className={styles.late} style={{ inlineSize: share(overdue) }} />}
      {open > overdue && <i style={{ inlineSize: share(open - overdue) }} />}
    </span>
  );
}
