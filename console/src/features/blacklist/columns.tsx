import { Mail, Pencil, Smartphone } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BlacklistEntry } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { declareTable } from "@/components/table/columns";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Nothing } from "@/components/ui/nothing";
import { formatDateTime } from "@/lib/dates";
import { useShortMoment } from "@/lib/use-moment";

import styles from "./blacklist.module.css";
import { NotesDialog } from "./lazy";
import { LegacyMark } from "./legacy-mark";
import { RemoveEntry } from "./remove-entry";

interface Cell {
  row: BlacklistEntry;
}

/** The entries of the blacklist, masked. */
export const blacklistTable = declareTable<BlacklistEntry>({
  name: "blacklist",
  rowKey: (row) => row.id,
  steps: false,
  columns: [
    { id: "hint", header: "blacklist.columns.hint", Cell: Hint, width: 176, sort: "server", fromA: true },
    { id: "notes", header: "blacklist.columns.notes", Cell: Notes, width: 168, grow: true, narrow: "line" },
    { id: "by", header: "blacklist.columns.by", Cell: AddedBy, width: 124, priority: "low", narrow: "line" },
    { id: "added", header: "blacklist.columns.added", Cell: Added, width: 136, sort: "server", narrow: "end" },
    { id: "actions", header: "blacklist.columns.actions", Cell: EntryActions, width: 88, align: "end", quietHeader: true, narrow: "end" },
  ],
});

function Hint({ row: { hint, kind, legacy } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className="row">
      <span className="dim" title={t(`blacklist.kinds.${kind}`)}>
        <Icon of={kind === "email" ? Mail : Smartphone} />
      </span>
      <span className="sr">{t(`blacklist.kinds.${kind}`)}</span>
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
    <Nothing />
  );
}

function AddedBy({ row: { added_by: by } }: Cell) {
  const { t } = useTranslation();
  return by ? (
    <bdi className="cut block" title={by.name}>
      {by.name}
    </bdi>
  ) : (
    <span className="dim">{t("blacklist.imported")}</span>
  );
}

function Added({ row: { added } }: Cell) {
  const momentOf = useShortMoment();
  return (
    <time dateTime={added} title={formatDateTime(added)}>
      {momentOf(added)}
    </time>
  );
}

/** The actions for an entry of the list. */
function EntryActions({ row }: { row: BlacklistEntry }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  return (
    <span className={`row ${styles.actions}`}>
      <IconButton icon={Pencil} size="s" label={t("blacklist.notes.editOf", { hint: row.hint })} onClick={() => setEditing(true)} />
      <RemoveEntry entry={row} inRow />
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <NotesDialog entry={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </span>
  );
}
