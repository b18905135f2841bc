import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ExportButton } from "@/components/table/export-button";
import { Allowed } from "@/lib/permissions";

/** Saves the companies that a term finds as a file. */
export function CompanyExport({ term }: { term: string }) {
  const { t } = useTranslation();
  return (
    <Allowed permission="organisation">
      <span className="end" />
      <ExportButton
        label={t("table.export.label")}
        hint={t("table.export.hint")}
        name="companies"
        format="csv"
        fetch={async () => ({
          file: await answer(api.GET("/api/companies/export", { params: { query: { term } }, parseAs: "blob" })),
          cutAt: null,
        })}
      />
    </Allowed>
  );
}
