import "./words";

import { Plus, Tags } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { DataTable } from "@/components/table/data-table";
import { useFilters } from "@/components/table/filters";
import { FindField } from "@/components/table/find-field";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useWords } from "@/lib/use-words";

import { CATEGORIES, TYPES } from "./choices";
import { tagTable } from "./columns";
import { CreateDialog } from "./lazy";
import styles from "./tags.module.css";

/** The list of organisation tags, narrowed by words, category and type, which stand in the address. */
export function TagsPage() {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const { values, narrow, clear, isNarrowed } = useFilters(["q", "category", "type"]);
  const words = useWords(values.q, (q) => narrow({ q }));
  const category = CATEGORIES.find((name) => name === values.category);
  const type = TYPES.find((name) => name === values.type);
  const { sorting, order } = useServerSort(tagTable, ["name", "id", "members", "reviews", "rating"]);
  const query = { q: values.q, ...(category && { category }), ...(type && { type }), ...order };
  const tags = usePages(["/api/tags", query], (cursor, signal) =>
    answer(api.GET("/api/tags", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(tagTable, tags, { sorting });
  return (
    <>
      <PageHead title={t("tags.list")} />
      <div className="page">
        <section className="card" aria-label={t("tags.list")}>
          <TableTools
            of={table}
            filters={
              <>
                <FindField label={t("tags.find")} words={words} />
                <select
                  className={`select ${styles.choice}`}
                  aria-label={t("tags.category")}
                  value={category ?? ""}
                  onChange={({ target }) => narrow({ category: target.value })}
                >
                  <option value="">{t("tags.allCategories")}</option>
                  {CATEGORIES.map((name) => (
                    <option key={name} value={name}>
                      {t(`tags.categories.${name}`)}
                    </option>
                  ))}
                </select>
                <select
                  className={`select ${styles.choice}`}
                  aria-label={t("tags.type")}
                  value={type ?? ""}
                  onChange={({ target }) => narrow({ type: target.value })}
                >
                  <option value="">{t("tags.allTypes")}</option>
                  {TYPES.map((name) => (
                    <option key={name} value={name}>
                      {t(`tags.types.${name}`)}
                    </option>
                  ))}
                </select>
              </>
            }
          >
            <LogLink kind="tag" />
            <CsvExport name="tags" fetch={() => answer(api.GET("/api/tags/export", { params: { query }, parseAs: "blob" }))} />
            <Button size="s" icon={Plus} onClick={() => setCreating(true)}>
              {t("tags.create")}
            </Button>
          </TableTools>
          <DataTable
            of={table}
            label={t("tags.list")}
            failed={t("tags.failed")}
            empty={
              <Empty
                icon={Tags}
                title={t(isNarrowed ? "tags.noMatch" : "tags.empty")}
                actions={
                  isNarrowed && (
                    <Button
                      onClick={() => {
                        words.empty();
                        clear();
                      }}
                    >
                      {t("tags.clear")}
                    </Button>
                  )
                }
              />
            }
          />
        </section>
      </div>
      {creating && (
        <Suspense fallback={<HoldKeys />}>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What narrows the list, from the address; values that nothing has are ignored. */
