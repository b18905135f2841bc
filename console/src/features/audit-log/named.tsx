import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AuditThing } from "@/api/types";

import "./words";

import styles from "./audit.module.css";
import { nameOf, pageOf, wordOf } from "./things";

/** A thing that an entry is about: its name, linked, and behind it what kind of thing it is. `plain`: among other words. */
export function NamedThing({ of: thing, plain = false }: { of: AuditThing; plain?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={plain ? undefined : styles.thing}>
      <Named thing={thing} plain={plain} />
      {thing.name !== null && thing.kind !== "export" && <span className="dim"> {wordOf(thing.kind, t)}</span>}
    </span>
  );
}

interface SentenceProps {
  text: string;
  about: readonly AuditThing[];
  /** Without links, where all of it is one button. */
  plain?: boolean;
}

/** What an entry says; a thing that its words name is linked in them, another stands behind them. */
export function Sentence({ text, about, plain = false }: SentenceProps) {
  const [thing, ...others] = about;
  const numbered = thing && `${thing.name} (${thing.id})`;
  const [before, after] = numbered === undefined ? [text] : text.split(numbered);
  return (
    <span dir="auto">
      {before}
      {thing && after === undefined && " "}
      {thing && <Named thing={thing} plain={plain} />}
      {after}
      {others.map((other) => (
        <span key={`${other.kind} ${other.id}`}>
          {" "}
          <Named thing={other} plain={plain} />
        </span>
      ))}
    </span>
  );
}

function Named({ thing, plain }: { thing: AuditThing; plain: boolean }) {
  const { t } = useTranslation();
  const [page, name] = [pageOf(thing), nameOf(thing, t)];
  if (page === null || plain) return <bdi className={page === null ? undefined : "strong"}>{name}</bdi>;
  return (
    <Link className="plain" to={page} dir="auto" title={name}>
      {name}
    </Link>
  );
}
