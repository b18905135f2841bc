import "./words";

import { Plus, WholeWord } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { BannedWord } from "@/api/types";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { useSortInAddress } from "@/components/table/sorting";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatNumber } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";
import { useAddress } from "@/lib/use-address";
import { useMoment } from "@/lib/use-moment";
import { useWords } from "@/lib/use-words";

import styles from "./banned-words.module.css";
import { OpenEntry, wordTable } from "./columns";
import { isNarrowed, readFilters, withFilters, WORST_FIRST } from "./filters";
import { TryText } from "./try-text";
import { useListState, useWordsList } from "./use-words-list";
import { WordFilters } from "./word-filters";
import { WordMenu } from "./word-menu";

/** Loaded when somebody edits the list, to keep forms out of the list's code. */
const EntryEditor = lazyPart(async () => ({ default: (await import("./entry-editor")).EntryEditor }));
const ImportDialog = lazyPart(async () => ({ default: (await import("./import-dialog")).ImportDialog }));

/** The banned words, those with the lowest precision first, and one open entry beside the list. */
export function BannedWordsPage() {
  const { t } = useTranslation();
  const [search, replaceSearch] = useAddress();
  const [opened, setOpened] = useState<BannedWord | "new" | "try" | null>(null);
  const tried = useState("");
  const [importing, setImporting] = useState(false);
  const filters = readFilters(search);
  const change = (part: Partial<typeof filters>) => replaceSearch((now) => withFilters(now, { ...readFilters(now), ...part }));
  const words = useWords(filters.q, (q) => change({ q }));
  const sorting = useSortInAddress(wordTable, WORST_FIRST);
  const table = useTable(wordTable, useWordsList(filters, sorting.current ?? WORST_FIRST), { sorting });
  const clear = () => {
    words.empty();
    change({ q: "", show: "all", language: "" });
  };
  return (
    <>
      <PageHead title={t("navigation.bannedWords")} facts={useFacts()} />
      <div className="page">
        <div className={`cols ${styles.cols}`} data-open={opened === "try" ? "try" : opened ? "entry" : undefined}>
          <div className={styles.tools}>
            <TableTools
              // the filter row contains the sort, and its menu the columns
              of={{ ...table, sorting: undefined, choice: { ...table.choice, optional: [] } }}
              filters={<WordFilters of={table} filters={filters} words={words} onChange={change} />}
              create={
                <>
                  <WordMenu of={table} filters={filters} onChange={change} onTry={() => setOpened("try")} onImport={() => setImporting(true)} />
                  <Button size="s" icon={Plus} onClick={() => setOpened("new")}>
                    {t("bannedWords.new")}
                  </Button>
                </>
              }
            />
          </div>
          <div className={`stack-s ${styles.list}`}>
            <section className="card" aria-label={t("navigation.bannedWords")}>
              <OpenEntry value={setOpened}>
                <DataTable of={table} label={t("navigation.bannedWords")} failed={t("bannedWords.failed")} empty={<NoWords narrowed={isNarrowed(filters)} onClear={clear} />} />
              </OpenEntry>
            </section>
            <p className="meta">{t("bannedWords.explain")}</p>
          </div>
          {opened === null || opened === "try" ? (
            <section className={`card ${styles.try}`} aria-label={t("bannedWords.test.title")}>
              <TryText key={opened} entry={null} entryId={null} tried={tried} {...(opened && { onClose: () => setOpened(null) })} />
            </section>
          ) : (
            <Suspense fallback={<section className="card" aria-busy />}>
              <EntryEditor key={opened === "new" ? "new" : opened.id} word={opened === "new" ? null : opened} tried={tried} onClose={() => setOpened(null)} />
            </Suspense>
          )}
        </div>
        <Suspense>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
      </div>
    </>
  );
}

function useFacts() {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { data } = useListState();
  if (!data) return [];
  return [
    t("bannedWords.facts.entries", { count: data.totals.all ?? 0 }),
    t("bannedWords.facts.version", { number: formatNumber(data.number) }),
    t("bannedWords.facts.changed", { moment: momentOf(data.changed_at) }),
  ];
}

function NoWords({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (narrowed)
    return <Empty icon={WholeWord} title={t("bannedWords.empty.none")} actions={<Button onClick={onClear}>{t("bannedWords.empty.clear")}</Button>} />;
  return (
    <Empty icon={WholeWord} title={t("bannedWords.empty.title")}>
      {t("bannedWords.empty.text")}
    </Empty>
  );
}
