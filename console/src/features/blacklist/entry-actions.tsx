import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BlacklistEntry } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";

import styles from "./blacklist.module.css";
import { NotesDialog } from "./lazy";
import { RemoveEntry } from "./remove-entry";


/** What can be done with an entry of the list. */
export function EntryActions({ row }: { row: BlacklistEntry }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  return (
    <span className={`row ${styles.actions}`}>
      <Button size="s" tone="quiet" aria-label={t("blacklist.notes.editOf", { hint: row.hint })} onClick={() => setEditing(true)}>
        {t("blacklist.notes.edit")}
      </Button>
      <RemoveEntry entry={row} />
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <NotesDialog entry={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </span>
  );
}
