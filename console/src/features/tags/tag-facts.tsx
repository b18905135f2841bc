import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TagDetails } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Mean } from "@/components/desk/mean";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDateTime, formatNumber } from "@/lib/dates";

import { EditDialog } from "./lazy";

/** The facts of a tag, with what changes them. */
export function TagFacts({ tag }: { tag: TagDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const [editing, setEditing] = useState(false);
  const { counted_at: counted } = tag;
  const figure = (text: string) => (counted === null ? <NotCounted /> : text);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.facts")}</h2>
        <span className="end" />
        {tag.type === "user" && (
          <Button size="s" onClick={() => setEditing(true)}>
            {t("tags.edit")}
          </Button>
        )}
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("tags.category"), t(`tags.categories.${tag.category}`)],
            [t("tags.description"), tag.description ? <bdi>{tag.description}</bdi> : <span className="dim">{t("tags.none")}</span>],
            [t("tags.members"), tag.type === "user" ? formatNumber(tag.members) : figure(formatNumber(tag.members))],
            [t("tags.reviews"), figure(formatNumber(tag.reviews))],
            [t("tags.rating"), counted === null ? <NotCounted /> : <Mean rating={tag.rating} />],
            tag.type === "user" && [t("tags.counted"), counted === null ? <NotCounted /> : <time dateTime={counted}>{formatDateTime(counted)}</time>],
            [t("tags.created"), <time dateTime={tag.created}>{formatDateTime(tag.created)}</time>],
          ]}
        />
      </div>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog tag={tag} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function NotCounted() {
  return <span className="dim">{useTranslation().t("tags.notCounted")}</span>;
}
