import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BlacklistEntry } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { IconButton } from "@/components/ui/icon-button";

import styles from "./blacklist.module.css";
import { NotesDialog } from "./lazy";
import { RemoveEntry } from "./remove-entry";

/** What can be done with an entry of the list. */
export function EntryActions({ row }: { row: BlacklistEntry }) {
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
