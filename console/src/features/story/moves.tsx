import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { HistoryEntry, StoryProcess } from "@/api/types";
import { declareTable } from "@/components/table/columns";
import { DataTable } from "@/components/table/data-table";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Avatar } from "@/components/ui/avatar";
import { undoneIn } from "@/features/process/undone";
import { numbered } from "@/features/process/way-taken";
import { Why } from "@/features/process/why";
import { useMe, useReader } from "@/features/session/use-me";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { useShortDate } from "@/lib/use-moment";

import styles from "./story.module.css";

interface Move {
  entry: HistoryEntry;
  number: number;
  undone: boolean;
}

interface Cell {
  row: Move;
}

const moveTable = declareTable<Move>({
  name: "story-moves",
  rowKey: ({ entry }) => entry.seq,
  steps: false,
  columns: [
    { id: "number", header: "story.moves.number", Cell: Order, width: 40 },
    { id: "when", header: "story.moves.when", Cell: When, width: 120, narrow: "beside" },
    { id: "who", header: "story.moves.who", Cell: Who, width: 120, wide: 168, narrow: "hidden" },
    { id: "what", header: "story.moves.what", Cell: What, width: 120, wide: 144, narrow: "name", Line: WhatAndWho },
    { id: "to", header: "story.moves.to", Cell: To, width: 200, narrow: "hidden", priority: "low" },
    { id: "why", header: "story.moves.why", Cell: Reason, width: 300, grow: true, narrow: "line" },
  ],
});

/** The entries that moved the process on, with their numbers in the graph. */
export function Moves({ process: { events } }: { process: StoryProcess }) {
  const { t } = useTranslation();
  const rows = useMemo(() => {
    const undone = undoneIn(events);
    return numbered(events).map((entry, index): Move => ({ entry, number: index + 1, undone: undone.has(entry.seq) }));
  }, [events]);
  const table = useTable(moveTable, waitingFor(rows));
  return (
    <section className={`card ${styles.moves}`} aria-labelledby="story-moves">
      <div className="card-head">
        <h2 id="story-moves">{t("story.moves.title")}</h2>
        <span className="soft">{formatNumber(rows.length)}</span>
      </div>
      <DataTable of={table} label={t("story.moves.title")} failed={t("story.failed")} empty={<p className="card-body dim">{t("story.moves.none")}</p>} />
    </section>
  );
}

function Order({ row }: Cell) {
  return <span className="dim">{row.number}</span>;
}

function When({ row }: Cell) {
  const dateOf = useShortDate();
  return (
    <time className="soft" dateTime={row.entry.at} title={formatDateTime(row.entry.at)}>
      {dateOf(row.entry.at)}
    </time>
  );
}

function Who({ row: { entry } }: Cell) {
  const { t } = useTranslation();
  const me = useMe();
  const reader = useReader();
  const { actor } = entry;
  if (!actor) return <span className="soft">{t("story.moves.nobody")}</span>;
  return (
    <span className={styles.who}>
      <Avatar name={actor.name} me={actor.id === me.id} />
      <bdi>{actor.id === reader ? t("work.timeline.you") : actor.name}</bdi>
    </span>
  );
}

function What({ row: { entry, undone } }: Cell) {
  const { t } = useTranslation();
  const tone = useDesk().statuses.find(({ name }) => name === entry.to_node)?.tone;
  return (
    <>
      <span className={`badge badge-dot ${tone ? `tone-${tone}` : "hollow"}`}>
        <bdi className={undone ? styles.undone : undefined}>{entry.label || t(entry.action === "start" ? "story.moves.begun" : "story.moves.itself")}</bdi>
      </span>
      {undone && <span className="soft dot">{t("work.timeline.undone")}</span>}
    </>
  );
}

function WhatAndWho({ row }: Cell) {
  return (
    <>
      <What row={row} />
      <span className="soft dot">
        <Who row={row} />
      </span>
    </>
  );
}

function To({ row: { entry } }: Cell) {
  return <bdi>{entry.to_title}</bdi>;
}

function Reason({ row: { entry } }: Cell) {
  return <Why entry={entry} />;
}
