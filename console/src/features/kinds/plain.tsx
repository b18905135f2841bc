import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { textOf, titleOf } from "@/api/subjects";
import { useDesk } from "@/lib/desk";
import { useSaidFacets } from "@/lib/use-facet-words";

interface RowProps {
  summary: object;
  due: ReactNode;
  marks: ReactNode;
  people: ReactNode;
}

interface BodyProps {
  subject: object;
  assigned: ReactNode;
}

/** The row of a subject whose kind has no component: its title, if it has one, and its facets. */
function PlainRow({ summary, due, marks, people }: RowProps) {
  const { t } = useTranslation();
  const sayFacets = useSaidFacets();
  return (
    <>
      <span className="who cut">
        <bdi>{titleOf(summary) ?? t("work.item.untitled")}</bdi>
      </span>
      {due}
      <span className="foot">
        {sayFacets(summary).map(({ name, text }) => (
          <bdi key={name} className="meta">
            {text}
          </bdi>
        ))}
        {marks}
        {people}
      </span>
    </>
  );
}

/** Title, text, and every other field with a readable value. */
function PlainBody({ subject, assigned }: BodyProps) {
  const { t } = useTranslation();
  const text = textOf(subject);
  const { facets } = useDesk();
  const said = useSaidFacets()(subject).map(({ title, value }) => [title, value]);
  const facts = [...said, ...readable(subject, facets.map(({ name }) => name))];
  return (
    <div className="item-body" tabIndex={0} role="region" aria-label={t("work.item.plain")}>
      {assigned}
      <header className="item-head">
        <h2 dir="auto">{titleOf(subject) ?? t("work.item.untitled")}</h2>
      </header>
      {text && (
        <div className="prose" dir="auto">
          <p>{text}</p>
        </div>
      )}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="facts-row">
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Fields that are shown separately, or that readers do not need. */
const APART = ["id", "kind", "title", "excerpt", "text"];

function readable(subject: object, facets: readonly string[]): [string, string][] {
  return Object.entries(subject).flatMap(([name, value]): [string, string][] => {
    if (APART.includes(name) || facets.includes(name) || (typeof value !== "string" && typeof value !== "number") || value === "") return [];
    return [[name.replaceAll("_", " "), String(value)]];
  });
}

export const plain = { Row: PlainRow, Body: PlainBody };
