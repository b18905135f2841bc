import "./words";

import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { PageHead } from "@/components/layout/page-head";
import { formatNumber } from "@/lib/dates";
import { statusNames, useDesk } from "@/lib/desk";
import { intoSight } from "@/lib/into-sight";
import { paths } from "@/lib/paths";
import { useAddress } from "@/lib/use-address";

import styles from "./classic.module.css";
import { ReviewList, useReviews } from "./review-list";
import { EVERYTHING, readView, type View, writeView } from "./view";

const COUNTED = 1_000; // the API counts up to this number

/** The lists of the specification's menu: predefined filters of one table. */
const NAMED = [
  { name: "all", view: EVERYTHING },
  { name: "rejected", view: { ...EVERYTHING, status: "rejected" } },
  { name: "restricted", view: { ...EVERYTHING, status: "restricted" } },
  { name: "madeLive", view: { ...EVERYTHING, status: "published", sort: "moved" } },
  { name: "nhsHolding", view: { ...EVERYTHING, status: "pending", source: "nhs" } },
  { name: "nhsPublished", view: { ...EVERYTHING, status: "published", source: "nhs" } },
  { name: "nhsRejected", view: { ...EVERYTHING, status: "rejected", source: "nhs" } },
] as const satisfies readonly { name: string; view: View }[];

/** All reviews in one table. */
export function ClassicPage() {
  const { t } = useTranslation();
  const [params, replaceParams] = useAddress();
  const view = readView(params, statusNames(useDesk()));
  const change = (part: Partial<View>) => replaceParams(writeView({ ...view, ...part }));
  const { matches } = useReviews(view);
  const number = formatNumber(Math.min(matches ?? 0, COUNTED));
  return (
    <>
      <PageHead title={t("navigation.classic")} facts={[matches === null ? t("classic.fact") : matches > COUNTED ? t("work.head.matchesMore", { number }) : t("work.head.matches", { count: matches, number })]} />
      <div className="page">
        <NamedLists view={view} />
        <ReviewList view={view} onChange={change} />
      </div>
    </>
  );
}

/** The predefined lists as links; the current one is marked. */
function NamedLists({ view }: { view: View }) {
  const { t } = useTranslation();
  const shown = writeView(view).toString();
  return (
    <nav className={`chip-strip ${styles.named}`} aria-label={t("classic.named.label")}>
      {NAMED.map((list) => {
        const query = writeView(list.view).toString();
        return (
          <Link
            key={list.name}
            ref={query === shown ? intoSight : undefined}
            className="chip"
            data-on={query === shown || undefined}
            aria-current={query === shown ? "page" : undefined}
            to={query ? `${paths.classic}?${query}` : paths.classic}
          >
            {t(`classic.named.${list.name}`)}
          </Link>
        );
      })}
    </nav>
  );
}
