import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { BesideReviews, ReviewStory } from "@/api/types";
import { Stars } from "@/components/desk/stars";
import { useStatus } from "@/components/desk/use-status";
import { formatDay, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import styles from "./beside.module.css";

interface Props {
  story: Pick<ReviewStory, "copies" | "by_author">;
  /** The title of the card if there are no similar reviews; without it, one line says so. */
  title?: string;
}

/** Similar reviews: with the same text, and by the same author. */
export function AuthorAndCopies({ story, title }: Props) {
  const { t } = useTranslation();
  const { copies, by_author: others } = story;
  if (copies.items.length === 0 && others.items.length === 0) {
    const none = `${t(others.known ? "story.beside.noOthers" : "story.beside.noAddress")} ${t("story.beside.noCopies")}`;
    if (title === undefined) return <p className="dim">{none}</p>;
    return (
      <section className="card">
        <div className="card-head">
          <h2>{title}</h2>
        </div>
        <p className="card-body dim">{none}</p>
      </section>
    );
  }
  return (
    <>
      <Beside title={t("story.beside.author")} found={others} none={t("story.beside.noOthers")} unknown={t("story.beside.noAddress")} />
      <Beside title={t("story.beside.copies")} found={copies} none={t("story.beside.noCopies")} />
    </>
  );
}

function Beside({ title, found, none, unknown }: { title: string; found: BesideReviews; none: string; unknown?: string }) {
  const { t } = useTranslation();
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
        {found.total > 0 && <span className="badge">{formatNumber(found.total)}</span>}
      </div>
      {found.items.length === 0 ? (
        <p className="card-body dim">{found.known ? none : unknown}</p>
      ) : (
        <ul className={styles.list}>
          {found.items.map((review) => (
            <NeighbourLine key={review.id} review={review} />
          ))}
          {found.total > found.items.length && (
            <li className="dim">{t("story.beside.newest", { count: found.items.length })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function NeighbourLine({ review }: { review: BesideReviews["items"][number] }) {
  const { t } = useTranslation();
  const status = useStatus(review.status);
  return (
    <li>
      <p className="row wrap">
        <Link to={paths.review(review.id)} dir="auto">
          {review.title || review.excerpt || t("work.item.untitled")}
        </Link>
        <span className="end" />
        <span className="badge">{status}</span>
      </p>
      <p className="meta row wrap">
        {review.rating !== null && <Stars rating={review.rating} />}
        <bdi>{review.company?.name}</bdi>
        <time dateTime={review.received_at}>{formatDay(review.received_at)}</time>
      </p>
    </li>
  );
}
