import "@/features/testimonial/words";

import { Quote } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";

import { testimonialTable } from "./columns";

const AddDialog = lazyPart(async () => ({ default: (await import("./add-dialog")).AddDialog }));

/** All testimonials, by status, which stands in the address; one can be added. */
export function TestimonialsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const statuses = useDesk().statuses.filter(({ things }) => things.includes("testimonial"));
  const asked = params.get("status") ?? "";
  const status = statuses.some(({ name }) => name === asked) ? asked : "";
  const source = usePages(
    ["/api/testimonials", { status }],
    (cursor, signal) => answer(api.GET("/api/testimonials", { params: { query: { status, cursor } }, signal })),
    (row) => row.status === "examining",
  );
  const table = useTable(testimonialTable, source);
  return (
    <>
      <PageHead title={t("navigation.testimonialList")} />
      <div className="page">
        <section className="card" aria-label={t("navigation.testimonialList")}>
          <TableTools
            of={table}
            filters={
              <span className="row wrap" role="group" aria-label={t("testimonials.list.status")}>
                {[{ name: "", title: t("testimonials.list.all") }, ...statuses].map(({ name, title }) => (
                  <button
                    key={name}
                    type="button"
                    className="chip"
                    aria-pressed={name === status}
                    onClick={() => setParams(name ? { status: name } : {}, { replace: true })}
                  >
                    {title}
                  </button>
                ))}
              </span>
            }
          >
            <Button tone="primary" onClick={() => setAdding(true)}>
              {t("testimonials.list.add")}
            </Button>
          </TableTools>
          <DataTable
            of={table}
            label={t("navigation.testimonialList")}
            failed={t("testimonials.list.failed")}
            empty={<Empty icon={Quote} title={t("testimonials.list.empty")} />}
          />
        </section>
      </div>
      {adding && (
        <Suspense fallback={<HoldKeys />}>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
