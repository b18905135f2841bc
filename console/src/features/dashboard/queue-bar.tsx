import styles from "./dashboard.module.css";

interface Props {
  open: number;
  overdue: number;
}

/** How much of a queue is overdue. The numbers stand in the columns: this is for the eye. */
export function QueueBar({ open, overdue }: Props) {
  if (open === 0) return null;
  return (
    <span className={styles.bar} aria-hidden>
      {overdue > 0 && <i className={styles.late} style={{ inlineSize: `${(overdue / open) * 100}%` }} />}
    </span>
  );
}
