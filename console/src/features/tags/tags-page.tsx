import "./words";

import { Plus, Tags } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { CsvExport } from "@/components/table/csv-export";
import { ChoiceFilter } from "@/components/table/filter-fields";
import { useListFilters } from "@/components/table/filters";
import { ListCard } from "@/components/table/list-card";
import { LogLink } from "@/components/table/log-link";
import { useServerSort } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";

import { CATEGORIES, TYPES } from "./choices";
import { tagTable } from "./columns";
import { CreateDialog } from "./lazy";

/** The list of organisation tags, filtered by words, category and type in the address. */
export function TagsPage() {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const filters = useListFilters(["category", "type"]);
  const { values } = filters;
  const category = CATEGORIES.find((name) => name === values.category);
  const type = TYPES.find((name) => name === values.type);
  const { sorting, order } = useServerSort(tagTable, ["name", "id", "members", "reviews", "rating"]);
  const query = { q: values.q, ...(category && { category }), ...(type && { type }), ...order };
  const tags = usePages(["/api/tags", query], (cursor, signal) =>
    answer(api.GET("/api/tags", { params: { query: { ...query, cursor } }, signal })),
  );
  const table = useTable(tagTable, tags, { sorting });
  const { total, user_defined: own } = tags.first ?? {};
  return (
    <>
      <PageHead
        title={t("tags.list")}
        facts={typeof total === "number" ? [t("tags.total", { count: total }), own ? t("tags.userDefined", { count: own }) : null] : []}
      />
      <div className="page stack-s">
        <ListCard
          of={table}
          filters={filters}
          icon={Tags}
          says={(name) => t(`tags.${name}`)}
          create={
            <Button size="s" icon={Plus} onClick={() => setCreating(true)}>
              {t("tags.create")}
            </Button>
          }
          choices={[
            <ChoiceFilter
              key="category"
              label={t("tags.category")}
              all={t("tags.allCategories")}
              value={category ?? ""}
              options={CATEGORIES.map((name) => ({ value: name, label: t(`tags.categories.${name}`) }))}
              onChange={(category) => filters.narrow({ category })}
            />,
            <ChoiceFilter
              key="type"
              label={t("tags.type")}
              all={t("tags.allTypes")}
              value={type ?? ""}
              options={TYPES.map((name) => ({ value: name, label: t(`tags.types.${name}`) }))}
              onChange={(type) => filters.narrow({ type })}
            />,
          ]}
        >
          <LogLink kind="tag" />
          <CsvExport name="tags" fetch={() => answer(api.GET("/api/tags/export", { params: { query }, parseAs: "blob" }))} />
        </ListCard>
        <p className="meta">{t("tags.fixed")}</p>
      </div>
      {creating && (
        <Suspense fallback={<HoldKeys />}>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
