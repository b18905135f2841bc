import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Member, Person, TaskRow } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

import { MemberRow } from "./member-row";
import styles from "./team.module.css";

interface Props {
  /** Undefined while it is on its way. */
  team: readonly Member[] | undefined;
  me: number;
  selected: ReadonlyMap<number, TaskRow>;
  onToggle: (row: TaskRow) => void;
  onDrop: (to: Person) => void;
}

const AT_FIRST = 40;
const SKELETONS = 6;
const FIGURES = ["held", "assigned", "overdue", "oldest", "average", "today", "lately", "median", "share"] as const;

const ALWAYS = new Set<string>(["held", "assigned"]);

/** The people, those with the most work first; a great many are shown when they are asked for. */
export function TeamTable({ team, me, selected, onToggle, onDrop }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [all, setAll] = useState(false);
  const matching = inOrder(team ?? []).filter(({ person }) => person.name.toLowerCase().includes(words.trim().toLowerCase()));
  const shown = all ? matching : matching.slice(0, AT_FIRST);
  return (
    <div className="card">
      <div className="card-head">
        <h2 id="team-title">{t("people.team.people")}</h2>
        <span className="end" />
        <input
          className={`input ${styles.find}`}
          type="search"
          aria-label={t("people.team.find")}
          placeholder={t("people.picker.hint")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby="team-title">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("people.filter.person")}</th>
              <th scope="col">{t("people.duty.title")}</th>
              {FIGURES.map((name) => (
                <th key={name} scope="col" className={ALWAYS.has(name) ? "n" : "n not-phone"} title={t(`people.team.hints.${name}`)}>
                  {t(`people.team.columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {team
              ? shown.map((member) => (
                  <MemberRow
                    key={member.person.id}
                    member={member}
                    isMe={member.person.id === me}
                    selected={selected}
                    onToggle={onToggle}
                    onDrop={() => onDrop(member.person)}
                  />
                ))
              : Array.from({ length: SKELETONS }, (_, index) => (
                  <tr key={index}>
                    <td colSpan={FIGURES.length + 2}>
                      <Skeleton width="100%" />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {team && matching.length === 0 && <p className="card-body dim">{t("people.team.nobody")}</p>}
      {matching.length > shown.length && (
        <div className="card-foot">
          <Button size="s" onClick={() => setAll(true)}>
            {t("people.team.all", { count: matching.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Who has most stands first; among equals, who is on duty, then names. */
function inOrder(team: readonly Member[]): Member[] {
  const load = ({ held, assigned }: Member) => held + assigned;
  return [...team].sort(
    (one, other) =>
      load(other) - load(one) ||
      Number(other.on_duty) - Number(one.on_duty) ||
      one.person.name.localeCompare(other.person.name),
  );
}
