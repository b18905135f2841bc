import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/dates";

import styles from "./quality.module.css";

export interface AgreementLine {
  key: string;
  name: string;
  checked: number;
  agreed: number;
  same_reason: number;
  overruled?: number;
}

interface Props {
  title: string;
  first: string;
  lines: AgreementLine[] | undefined;
  /** Whether lines tell how often a head moderator found the second decision right. */
  overruled?: boolean;
}

/** Agreement, a line each; rows of their real height while they load. */
export function AgreementTable({ title, first, lines, overruled = false }: Props) {
  const { t } = useTranslation();
  const columns = [first, t("quality.checked"), t("quality.agreed"), t("quality.sameReason")];
  if (overruled) columns.push(t("quality.overruled"));
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <div className={styles.scroll} role="region" tabIndex={0} aria-label={title}>
        <table className="table" aria-busy={!lines}>
          <thead>
            <tr>
              {columns.map((name, place) => (
                <th key={name} scope="col" className={place ? "n" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines
              ? lines.map((line) => (
                  <tr key={line.key}>
                    <th scope="row">
                      <bdi>{line.name}</bdi>
                    </th>
                    <td className="n">{formatNumber(line.checked)}</td>
                    <td className="n">{shareOf(line.agreed, line.checked)}</td>
                    <td className="n soft">{shareOf(line.same_reason, line.checked)}</td>
                    {overruled && <td className="n soft">{formatNumber(line.overruled ?? 0)}</td>}
                  </tr>
                ))
              : [96, 120, 84].map((width) => (
                  <tr key={width} aria-hidden>
                    {columns.map((name, place) => (
                      <td key={name} className={place ? "n" : undefined}>
                        <Skeleton width={place ? "40px" : `${width}px`} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function shareOf(part: number, whole: number): string {
  return new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 }).format(part / whole);
}
