import "@/features/testimonial/words";

import { Quote } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { FindField } from "@/components/table/find-field";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { useAddress } from "@/lib/use-address";
import { useWords } from "@/lib/use-words";

import { testimonialTable } from "./columns";

const AddDialog = lazyPart(async () => ({ default: (await import("./add-dialog")).AddDialog }));

/** All testimonials, by status and words, which stand in the address; one can be added. */
export function TestimonialsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useAddress();
  const [adding, setAdding] = useState(false);
  const statuses = useDesk().statuses.filter(({ things }) => things.includes("testimonial"));
  const asked = params.get("status") ?? "";
  const status = statuses.some(({ name }) => name === asked) ? asked : "";
  const q = params.get("q") ?? "";
  const ask = (some: { status?: string; q?: string }) =>
    setParams(Object.fromEntries(Object.entries({ status, q, ...some }).filter(([, value]) => value !== "")));
  const words = useWords(q, (text) => ask({ q: text }));
  const source = usePages(
    ["/api/testimonials", { status, q }],
    (cursor, signal) => answer(api.GET("/api/testimonials", { params: { query: { status, q, cursor } }, signal })),
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
              <>
                <span className="row wrap" role="group" aria-label={t("testimonials.list.status")}>
                  {[{ name: "", title: t("testimonials.list.all") }, ...statuses].map(({ name, title }) => (
                    <button
                      key={name}
                      type="button"
                      className="chip"
                      aria-pressed={name === status}
                      onClick={() => ask({ status: name })}
                    >
                      {title}
                    </button>
                  ))}
                </span>
                <FindField label={t("testimonials.list.find")} words={words} />
              </>
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
