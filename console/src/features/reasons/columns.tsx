import { Archive, ArchiveRestore, Ellipsis, Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { declareTable } from "@/components/table/columns";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Count } from "@/components/ui/nothing";

import { ConfirmDialog, ReasonDialog } from "./lazy";
import styles from "./reasons.module.css";
import type { ReasonRow } from "./rows";
import { sayReasonRefusal, useOfferReason } from "./use-save-reason";

interface Cell {
  row: ReasonRow;
}

/** The reason codes, in the order in which forms offer them. */
export const reasonTable = declareTable<ReasonRow>({
  name: "reason-codes",
  rowKey: (row) => row.code,
  steps: false,
  lines: 2,
  skeletons: 13,
  columns: [
    { id: "title", header: "reasons.columns.title", Cell: Title, width: 208, wide: 280, sort: (row) => row.title, fromA: true },
    { id: "sentence", header: "reasons.columns.sentence", Cell: Sentence, width: 240, grow: true, narrow: "below" },
    { id: "rule", header: "reasons.columns.rule", Cell: Rule, width: 216, optional: "hidden", narrow: "line" },
    { id: "category", header: "reasons.columns.category", Cell: Category, width: 200, optional: "hidden", narrow: "line" },
    { id: "code", header: "reasons.columns.code", Cell: Code, width: 136, optional: "hidden", sort: (row) => row.code, fromA: true, narrow: "line" },
    { id: "used", header: "reasons.columns.used", Cell: Used, width: 96, align: "end", optional: "shown", sort: (row) => row.used, Line: UsedInShort, narrow: "line" },
    { id: "actions", header: "reasons.columns.actions", Cell: Actions, width: 88, quietHeader: true, narrow: "beside" },
  ],
});

/** Most reasons apply to every outcome, so only exceptions are shown. */
function Title({ row: { title, active, titles, isForAll } }: Cell) {
  const { t } = useTranslation();
  return (
    <>
      <bdi className="strong" title={title}>
        {title}
      </bdi>{" "}
      {!active && <span className="badge">{t("reasons.isRetired")}</span>} {!isForAll && <span className="meta">{t("reasons.only", { outcome: titles.outcomes })}</span>}
      <span className="meta cut block" title={titles.ground}>
        {titles.ground}
      </span>
    </>
  );
}

function Sentence({ row: { sentence } }: Cell) {
  return <bdi className={styles.sentence}>{sentence}</bdi>;
}

function Rule({ row: { rule } }: Cell) {
  const { t } = useTranslation();
  if (!rule) return <span className="dim">{t("reasons.lawAsked")}</span>;
  return <bdi className="cut block" title={rule}>{rule}</bdi>;
}

function Category({ row: { titles } }: Cell) {
  return titles.category;
}

function Code({ row: { code } }: Cell) {
  return <code>{code}</code>;
}

function Used({ row: { used } }: Cell) {
  return <Count of={used} />;
}

function UsedInShort({ row: { used } }: Cell) {
  const { t } = useTranslation();
  return <span>{t("reasons.used", { count: used })}</span>;
}

function Actions({ row }: Cell) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"edit" | "retire" | null>(null);
  const { run, busy } = useOfferReason(row.code);
  const close = () => setOpen(null);
  const retire = async () => {
    const sent = await run(false);
    return sent.state === "refused" ? sayReasonRefusal(sent.error, t) : null;
  };
  return (
    <span className="row">
      <IconButton icon={Pencil} label={t("reasons.edit", { title: row.title })} onClick={() => setOpen("edit")} />
      <Menu trigger={<IconButton icon={Ellipsis} label={t("reasons.more", { title: row.title })} busy={busy} />}>
        <MenuItem icon={row.active ? Archive : ArchiveRestore} onSelect={() => (row.active ? setOpen("retire") : void run(true))}>
          {t(row.active ? "reasons.retire" : "reasons.restore")}
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {open === "edit" && <ReasonDialog reason={row} onClose={close} />}
        {open === "retire" && (
          <ConfirmDialog title={t("reasons.retireTitle", { title: row.title })} confirm={t("reasons.retire")} danger onConfirm={retire} onClose={close}>
            {t("reasons.retireText")}
          </ConfirmDialog>
        )}
      </Suspense>
    </span>
  );
}
