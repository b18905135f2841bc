import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { AuditThing } from "@/api/types";

import "./words";

import styles from "./audit.module.css";
import { nameOf, pageOf, wordOf } from "./things";

/** The thing that an entry is about: its linked name and its kind. `plain`: inside other text. */
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
  /** Without links, because the whole line is a button. */
  plain?: boolean;
}

/** The sentence of an entry. A thing that the sentence names is linked in it; other things follow it. */
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
