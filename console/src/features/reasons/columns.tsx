import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { declareTable } from "@/components/table/columns";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

import { ConfirmDialog, ReasonDialog } from "./lazy";
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
  skeletons: 13,
  columns: [
    { id: "title", header: "reasons.columns.title", Cell: Title, width: 152, sort: (row) => row.title, fromA: true },
    { id: "outcomes", header: "reasons.columns.outcomes", Cell: Outcomes, width: 128, narrow: "line" },
    { id: "ground", header: "reasons.columns.ground", Cell: Ground, width: 144 },
    { id: "sentence", header: "reasons.columns.sentence", Cell: Sentence, width: 240, grow: true, narrow: "line" },
    { id: "rule", header: "reasons.columns.rule", Cell: Rule, width: 216, optional: "hidden", narrow: "line" },
    { id: "category", header: "reasons.columns.category", Cell: Category, width: 200, optional: "hidden", narrow: "line" },
    { id: "code", header: "reasons.columns.code", Cell: Code, width: 136, optional: "hidden", sort: (row) => row.code, fromA: true, narrow: "line" },
    { id: "state", header: "reasons.columns.state", Cell: State, width: 96, sort: (row) => Number(row.active), narrow: "end" },
    { id: "actions", header: "reasons.columns.actions", Cell: Actions, width: 160, quietHeader: true, narrow: "end" },
  ],
});

function Title({ row: { title } }: Cell) {
  return <bdi title={title}>{title}</bdi>;
}

function Outcomes({ row: { titles } }: Cell) {
  return <span title={titles.outcomes}>{titles.outcomes}</span>;
}

function Ground({ row: { titles } }: Cell) {
  return <span title={titles.ground}>{titles.ground}</span>;
}

function Sentence({ row: { sentence } }: Cell) {
  return <bdi title={sentence}>{sentence}</bdi>;
}

function Rule({ row: { rule } }: Cell) {
  const { t } = useTranslation();
  if (!rule) return <span className="dim">{t("reasons.lawAsked")}</span>;
  return <bdi title={rule}>{rule}</bdi>;
}

function Category({ row: { titles } }: Cell) {
  return titles.category;
}

function Code({ row: { code } }: Cell) {
  return <code>{code}</code>;
}

function State({ row: { active } }: Cell) {
  const { t } = useTranslation();
  return <span className={active ? "wide-only" : "dim"}>{t(active ? "reasons.isOffered" : "reasons.isRetired")}</span>;
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
      <Button size="s" busy={busy} aria-label={`${t(row.active ? "reasons.retire" : "reasons.restore")}: ${row.title}`} onClick={() => (row.active ? setOpen("retire") : void run(true))}>
        {t(row.active ? "reasons.retire" : "reasons.restore")}
      </Button>
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
