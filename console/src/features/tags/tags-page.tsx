import "./words";

import { Plus, Tags } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { ExportButton } from "@/components/table/export-button";
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
  const { filters, narrow, isNarrowed } = useFilters();
  const words = useWords(filters.q, (q) => narrow({ q }));
  const query = {
    q: filters.q,
    ...(filters.category && { category: filters.category }),
    ...(filters.type && { type: filters.type }),
  };
  const tags = usePages(["/api/tags", query], (cursor, signal) =>
    answer(api.GET("/api/tags", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(tagTable, tags);
  return (
    <>
      <PageHead title={t("tags.list")} />
      <div className="page">
        <section className="card" aria-label={t("tags.list")}>
          <TableTools
            of={table}
            filters={
              <>
                <input
                  type="search"
                  className={`input ${styles.find}`}
                  aria-label={t("tags.find")}
                  placeholder={t("tags.find")}
                  maxLength={200}
                  value={words.typed}
                  onChange={({ target }) => words.type(target.value)}
                  onBlur={words.flush}
                />
                <select
                  className={`select ${styles.choice}`}
                  aria-label={t("tags.category")}
                  value={filters.category ?? ""}
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
                  value={filters.type ?? ""}
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
            <ExportButton
              label={t("table.export.label")}
              hint={t("table.export.hint")}
              name="tags"
              format="csv"
              fetch={async () => ({
                file: await answer(api.GET("/api/tags/export", { params: { query }, parseAs: "blob" })),
                cutAt: null,
              })}
            />
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
                        narrow({ q: "", category: "", type: "" });
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
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = {
    q: params.get("q") ?? "",
    category: CATEGORIES.find((name) => name === params.get("category")),
    type: TYPES.find((name) => name === params.get("type")),
  };
  const narrow = (to: Partial<Record<"q" | "category" | "type", string>>) => {
    const next = Object.entries({ ...filters, ...to }).filter(([, value]) => value);
    setParams(Object.fromEntries(next) as Record<string, string>, { replace: true });
  };
  return { filters, narrow, isNarrowed: Object.values(filters).some(Boolean) };
}
