import "@/features/transcription/words";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Dot, Plus, Quote } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import { HoldKeys } from "@/components/desk/hold-keys";
import { PageHead } from "@/components/layout/page-head";
import { DataTable } from "@/components/table/data-table";
import { FindField } from "@/components/table/find-field";
import { useSortInAddress } from "@/components/table/sorting";
import { usePages } from "@/components/table/source";
import { TableTools } from "@/components/table/table-tools";
import { useTable } from "@/components/table/use-table";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem } from "@/components/ui/menu";
import { formatNumber } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { lazyPart } from "@/lib/lazy-part";
import { useAddress } from "@/lib/use-address";
import { useAge } from "@/lib/use-moment";
import { useWords } from "@/lib/use-words";

import { oneStatusTable, testimonialTable } from "./columns";
import styles from "./testimonials.module.css";

const AddDialog = lazyPart(async () => ({ default: (await import("./add-dialog")).AddDialog }));

const COUNTS_MS = 10_000;
const ALL = "all";
const MACHINES = "examining"; // a status in which nobody can work on a testimonial

/**
 * All testimonials, filtered by status and words in the address; with a button that adds one. Without a status, shows
 * those to be transcribed; a search without a status covers all.
 */
export function TestimonialsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useAddress();
  const [adding, setAdding] = useState(false);
  const statuses = useDesk().statuses.filter(({ things }) => things.includes("testimonial"));
  const worked = statuses.filter(({ name, open }) => open && name !== MACHINES);
  const others = statuses.filter((one) => !worked.includes(one));
  const all = { name: ALL, title: t("testimonials.list.all") };
  const asked = params.get("status") ?? "";
  const q = params.get("q") ?? "";
  const chosen = [...statuses, all].some(({ name }) => name === asked) ? asked : "";
  const shown = chosen || (q === "" ? "to_transcribe" : ALL);
  const status = shown === ALL ? "" : shown;
  const tabs = [...worked, all, ...others.filter(({ name }) => name === shown)];
  const sorting = useSortInAddress(testimonialTable, { by: "received", ascending: worked.some(({ name }) => name === status) });
  const direction = sorting.current?.ascending ? "asc" : "desc";
  const counts = useQuery({ ...read("/api/testimonials/counts"), refetchInterval: COUNTS_MS }).data?.items;
  const countOf = (name: string) =>
    (counts ?? []).reduce((sum, one) => sum + (name === ALL || one.status === name ? one.count : 0), 0);
  const ageOf = useAge();
  const [oldest] = (counts ?? []).flatMap((one) => (["to_transcribe", "to_check"].includes(one.status) ? one.oldest : [])).sort();
  const fact = (name: "toTranscribe" | "toCheck", count: number) => t(`testimonials.list.${name}`, { count, number: formatNumber(count) });
  const ask = (some: { status?: string; q?: string }) =>
    setParams(Object.fromEntries(Object.entries({ status: chosen, q, ...some }).filter(([, value]) => value !== "")));
  const words = useWords(q, (text) => ask({ q: text }));
  const source = usePages(
    ["/api/testimonials", { status, q, direction }],
    (cursor, signal) => answer(api.GET("/api/testimonials", { params: { query: { status, q, direction, cursor } }, signal })),
    (row) => row.status === "examining",
  );
  const table = useTable(status === "" ? testimonialTable : oneStatusTable, source, { sorting });
  return (
    <>
      <PageHead
        title={t("navigation.testimonialList")}
        facts={[
          counts && fact("toTranscribe", countOf("to_transcribe")),
          counts && fact("toCheck", countOf("to_check")),
          oldest && t("testimonials.list.oldest", { age: ageOf(oldest) }),
        ]}
      />
      <div className={`page ${styles.full}`}>
        <section aria-label={t("navigation.testimonialList")}>
          <div className={styles.lists}>
            <div className="tabs" role="group" aria-label={t("testimonials.list.status")}>
              {tabs.map(({ name, title }) => (
                <button key={name} type="button" className="tab" aria-pressed={name === shown} onClick={() => ask({ status: name })}>
                  {title} <bdi className={counts ? "count" : `count ${styles.toCome}`}>{formatNumber(countOf(name))}</bdi>
                </button>
              ))}
            </div>
            <Menu
              trigger={
                <Button size="s" tone="quiet" aria-label={t("testimonials.list.more")}>
                  {t("work.actions.more")}
                  <Icon of={ChevronDown} />
                </Button>
              }
            >
              {others.map(({ name, title }) => (
                <MenuItem key={name} icon={name === shown ? Check : Dot} onSelect={() => ask({ status: name })}>
                  {title} <bdi className="count">{formatNumber(countOf(name))}</bdi>
                </MenuItem>
              ))}
            </Menu>
          </div>
          <TableTools
            of={table}
            filters={<FindField label={t("testimonials.list.find")} words={words} />}
            create={
              <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
                {t("testimonials.list.add")}
              </Button>
            }
          />
          <DataTable
            of={table}
            label={t("navigation.testimonialList")}
            failed={t("testimonials.list.failed")}
            empty={<Empty icon={Quote} title={t(q === "" ? "testimonials.list.none" : "testimonials.list.empty")} />}
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
