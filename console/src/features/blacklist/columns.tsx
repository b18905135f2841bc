import type { BlacklistEntry } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { formatDateTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import styles from "./blacklist.module.css";
import { EntryActions } from "./entry-actions";
import { LegacyMark } from "./legacy-mark";

interface Cell {
  row: BlacklistEntry;
}

/** The entries of the blacklist, masked. */
export const blacklistTable = declareTable<BlacklistEntry>({
  name: "blacklist",
  rowKey: (row) => row.id,
  steps: false,
  columns: [
    { id: "hint", header: "blacklist.columns.hint", Cell: Hint, width: 240, sort: "server", fromA: true },
    { id: "notes", header: "blacklist.columns.notes", Cell: Notes, width: 200, grow: true },
    { id: "added", header: "blacklist.columns.added", Cell: Added, width: 136, sort: "server" },
    { id: "actions", header: "blacklist.columns.actions", Cell: EntryActions, width: 196, align: "end", quietHeader: true, narrow: "bare" },
  ],
});

function Hint({ row: { hint, legacy } }: Cell) {
  return (
    <span className="row">
      <bdi className="cut" title={hint}>
        {hint}
      </bdi>
      {legacy && <LegacyMark />}
    </span>
  );
}

function Notes({ row: { notes } }: Cell) {
  return notes ? (
    <span className={styles.notes} dir="auto" title={notes}>
      {notes}
    </span>
  ) : (
    <span className="dim">–</span>
  );
}

function Added({ row: { added } }: Cell) {
  const momentOf = useMoment();
  return (
    <time dateTime={added} title={formatDateTime(added)}>
      {momentOf(added)}
    </time>
  );
}
