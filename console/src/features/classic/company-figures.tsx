import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { CompanyReport } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { useStatus } from "@/components/desk/use-status";
import { Age } from "@/components/ui/age";
import { formatAge, formatNumber } from "@/lib/dates";

import styles from "./classic.module.css";

/** How a company's reviews stand, wait and are asked about. */
export function CompanyFigures({ company }: { company: CompanyReport }) {
  const { t } = useTranslation();
  const { requests } = company;
  return (
    <>
      <div className={`figures ${styles.figures}`}>
        <Figure value={company.rating?.toFixed(1)} name={t("classic.company.rating")} />
        <Figure value={formatNumber(company.reviews)} name={t("classic.company.reviews", { count: company.reviews })} />
        <Figure value={formatNumber(requests.requests)} name={t("classic.company.requests", { count: requests.requests })} />
        <Figure value={share(requests.refused_share)} name={t("classic.company.refused")} />
      </div>
      <div className={styles.cards}>
        <Card title={t("classic.company.byStars")} heads={["stars", "reviews"]}>
          {company.by_stars.map((row) => (
            <Row key={row.rating} rating={row.rating} cells={[formatNumber(row.reviews)]} />
          ))}
        </Card>
        <Card title={t("classic.company.byStatus")} heads={["status", "reviews"]}>
          {company.by_status.map((row) => (
            <StatusRow key={row.status} {...row} />
          ))}
        </Card>
        <Card
          title={t("classic.company.ageing")}
          heads={["stars", "waiting", "oldest", "average"]}
          none={company.ageing.length === 0 ? t("classic.company.ageingNone") : undefined}
        >
          {company.ageing.map((row) => (
            <Row
              key={row.rating}
              rating={row.rating}
              cells={[formatNumber(row.waiting), <Age at={row.oldest_at} />, formatAge(row.average_seconds * 1_000)]}
            />
          ))}
        </Card>
        <Card
          title={t("classic.company.requestsByStars")}
          heads={["stars", "requests", "refused", "share"]}
          none={company.requests_by_stars.length === 0 ? t("classic.company.requestsNone") : undefined}
        >
          {company.requests_by_stars.map((row) => (
            <Row
              key={row.rating}
              rating={row.rating}
              cells={[formatNumber(row.requests), formatNumber(row.refused), share(row.refused_share) ?? t("classic.company.nothing")]}
            />
          ))}
        </Card>
      </div>
    </>
  );
}

const share = (part: number | null) => (part === null ? undefined : `${Math.round(part * 100)} %`);

function Figure({ value, name }: { value: string | undefined; name: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <b>{value ?? t("classic.company.nothing")}</b>
      <span>{name}</span>
    </div>
  );
}

type Head = "stars" | "reviews" | "waiting" | "oldest" | "average" | "requests" | "refused" | "share" | "status";

function Card({ title, heads, none, children }: { title: string; heads: readonly Head[]; none?: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      {none ? (
        <p className="card-body dim">{none}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" className={index ? "n" : undefined}>
                  {t(`classic.company.columns.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}

function Row({ rating, cells }: { rating: number | null; cells: readonly ReactNode[] }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{rating === null ? t("classic.company.noStars") : <Stars rating={rating} />}</th>
      {cells.map((cell, index) => (
        <td key={index} className="n">
          {cell}
        </td>
      ))}
    </tr>
  );
}

function StatusRow({ status, reviews }: { status: string; reviews: number }) {
  const name = useStatus(status);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="n">{formatNumber(reviews)}</td>
    </tr>
  );
}
