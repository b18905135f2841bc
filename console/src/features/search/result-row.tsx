import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { SearchItem } from "@/api/types";
import { Mean } from "@/components/desk/mean";
import { Stars } from "@/components/desk/stars";
import { StatusDot } from "@/components/desk/status-dot";
import { useOtherSource } from "@/components/desk/use-source-name";
import { formatDateTime } from "@/lib/dates";
import { searchPath } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";

import { FoundText } from "./found-text";
import { pageOf, textsOf } from "./result-texts";
import type { ResultType } from "./result-types";
import styles from "./search.module.css";

const FIELDS = ["received", "constructive", "author_name", "business_name", "message", "shown_as"] as const;
const OF_PROCESSES: ReadonlySet<ResultType> = new Set(["reviews", "third-party-reviews", "tickets", "testimonials"]);

interface Props {
  type: ResultType;
  item: SearchItem;
  /** The id of the link. `onEnter` is called when the link gets the focus or is about to be opened. */
  id: string;
  onEnter: (id: string) => void;
}

/** One result: a link to its page, and the passage that matched. */
export function ResultRow({ type, item, id, onEnter }: Props) {
  const { t } = useTranslation();
  const dayOf = useDay();
  const source = useOtherSource(item.source);
  const { title, subtitle, excerpt } = textsOf(item);
  const field = FIELDS.find((name) => name === excerpt?.field);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Link
          id={id}
          className={`plain ${styles.title}`}
          to={pageOf(item)}
          dir="auto"
          onFocus={() => onEnter(id)}
          onPointerDown={() => onEnter(id)} // some browsers do not focus a link on click
        >
          <FoundText {...title} />
        </Link>
        <p className="soft cut" dir="auto">
          <FoundText {...subtitle} />
        </p>
        {excerpt && (
          <p className={styles.excerpt} dir="auto">
            {field && <span className="dim">{t(`search.fields.${field}`)}: </span>}
            {/^\p{Ll}/u.test(excerpt.text) && "… "}
            <FoundText {...excerpt} />
          </p>
        )}
      </div>
      <div className={styles.facts}>
        {type === "companies" && (
          <Link className="plain" to={searchPath(`company:${item.id}`, "everything")}>
            {t("search.aboutCompany")}
          </Link>
        )}
        {item.published && item.published.reviews > 0 && (
          <span className={`nowrap ${styles.published}`}>
            {item.published.rating !== null && <Mean rating={item.published.rating} />}{" "}
            {t(item.published.rating === null ? "search.unrated" : "search.from", { count: item.published.reviews })}
          </span>
        )}
        {source && <span className="nowrap">{source}</span>}
        {item.rating !== null && <Stars rating={item.rating} />}
        <Standing type={type} status={item.status} />
        {item.at && (
          <time className="nowrap" dateTime={item.at} title={formatDateTime(item.at)}>
            {dayOf(item.at)}
          </time>
        )}
      </div>
    </li>
  );
}

/** The status of the result, if it matters: open companies and active accounts show none. */
function Standing({ type, status }: { type: ResultType; status: string | null }) {
  const { t } = useTranslation();
  if (status === "closed") return <span className="badge">{t("search.closed")}</span>;
  if (status === "deactivated") return <span className="badge">{t("search.deactivated")}</span>;
  return OF_PROCESSES.has(type) && status ? <StatusDot status={status} /> : null;
}
