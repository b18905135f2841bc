import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AuditThing } from "@/api/types";

import "./words";

import styles from "./audit.module.css";
import { nameOf, pageOf } from "./things";

/** A thing that an entry is about: its name, linked, and below it what kind of thing it is. */
export function NamedThing({ of: thing }: { of: AuditThing }) {
  const { t } = useTranslation();
  return (
    <span className={styles.what}>
      <Named thing={thing} />
      {thing.name !== null && thing.kind !== "export" && <span className="meta">{t(`audit.kinds.${thing.kind}`)}</span>}
    </span>
  );
}

/** What an entry says; a thing that its words name is linked in them, another stands behind them. */
export function Sentence({ text, about }: { text: string; about: readonly AuditThing[] }) {
  const [thing, ...others] = about;
  const numbered = thing && `${thing.name} (${thing.id})`;
  const [before, after] = numbered === undefined ? [text] : text.split(numbered);
  return (
    <span dir="auto">
      {before}
      {thing && after === undefined && " "}
      {thing && <Named thing={thing} inline />}
      {after}
      {others.map((other) => (
        <span key={`${other.kind} ${other.id}`}>
          {" "}
          <Named thing={other} inline />
        </span>
      ))}
    </span>
  );
}

function Named({ thing, inline = false }: { thing: AuditThing; inline?: boolean }) {
  const { t } = useTranslation();
  const [page, name] = [pageOf(thing), nameOf(thing, t)];
  const className = inline ? undefined : "cut block";
  if (page === null) return <bdi className={className}>{name}</bdi>;
  return (
    <Link className={inline ? "plain" : "plain cut block"} to={page} dir="auto" title={name}>
      {name}
    </Link>
  );
}
