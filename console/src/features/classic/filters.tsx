import type { TFunction } from "i18next";
import { type SyntheticEvent, useId } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { formatShortDay } from "@/lib/dates";
import { useDesk } from "@/lib/desk";
import { useTitles } from "@/lib/use-titles";
import type { Words } from "@/lib/use-words";

import styles from "./classic.module.css";
import { EVERYTHING, SOURCES, type View, writeView } from "./view";

interface Props {
  view: View;
  words: Words;
  onChange: (change: Partial<View>) => void;
}

const RATINGS = [5, 4, 3, 2, 1] as const;

/** The filters of the table. Choices and days apply at once, words while they are typed. */
export function Filters({ view, words, onChange }: Props) {
  const { t } = useTranslation();
  const { statuses } = useDesk();
  const titles = useTitles();
  const among = <T extends string>(all: readonly T[], value: string): T | null => all.find((choice) => choice === value) ?? null;
  const narrowed = writeView({ ...view, sort: "received", ascending: false, company: null }).size > 0;
  return (
    <div className={styles.filters} role="group" aria-label={t("classic.filter.label")}>
      <WordsField words={words} />
      <Choice
        label={t("classic.filter.status")}
        none={t("classic.filter.allStatuses")}
        value={view.status ?? ""}
        options={statuses.filter(({ things }) => things.includes("review")).map(({ name }) => ({ value: name, label: titles.status(name) }))}
        onChange={(value) => onChange({ status: value || null })}
      />
      <Choice
        label={t("classic.filter.source")}
        none={t("classic.filter.allSources")}
        value={view.source ?? ""}
        options={SOURCES.map((source) => ({ value: source, label: t(`work.source.${source}`) }))}
        onChange={(value) => onChange({ source: among(SOURCES, value) })}
      />
      <Choice
        label={t("classic.filter.rating")}
        none={t("classic.filter.allRatings")}
        value={view.rating === null ? "" : String(view.rating)}
        options={RATINGS.map((rating) => ({ value: String(rating), label: t("work.filter.stars", { count: rating }) }))}
        onChange={(value) => onChange({ rating: value ? Number(value) : null })}
      />
      <Disclosure label={daysOf(view, t)} on={view.since !== "" || view.until !== ""}>
        <div className={styles.days}>
          <Day label={t("classic.filter.since")} value={view.since} onChange={(since) => onChange({ since })} />
          <Day label={t("classic.filter.until")} value={view.until} onChange={(until) => onChange({ until })} />
        </div>
      </Disclosure>
      {(["flagged", "verified"] as const).map((name) => (
        <button
          key={name}
          type="button"
          className="chip"
          data-on={view[name] || undefined}
          aria-pressed={view[name]}
          onClick={() => onChange({ [name]: !view[name] })}
        >
          {t(`classic.filter.${name}`)}
        </button>
      ))}
      {narrowed && (
        <Button
          size="s"
          tone="quiet"
          onClick={() => {
            words.empty();
            onChange({ ...EVERYTHING, company: view.company });
          }}
        >
          {t("classic.filter.clear")}
        </Button>
      )}
    </div>
  );
}

/** `1 Nov 2026 to 20 Nov 2026`, or what of it is chosen. */
function daysOf({ since, until }: View, t: TFunction): string {
  const say = (day: string) => (day ? formatShortDay(day) : "");
  if (since && until) return t("classic.filter.between", { since: say(since), until: say(until) });
  if (since) return t("classic.filter.after", { since: say(since) });
  if (until) return t("classic.filter.before", { until: say(until) });
  return t("classic.filter.days");
}

interface ChoiceProps {
  label: string;
  none: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, none, value, options, onChange }: ChoiceProps) {
  return (
    <select className={`select ${styles.choice}`} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label className="soft" htmlFor={id}>
        {label}
      </label>
      <input id={id} type="date" className={`input ${styles.day}`} value={value} onChange={(event) => onChange(event.target.value)} />
    </>
  );
}

function WordsField({ words: { typed, type, flush } }: { words: Words }) {
  const { t } = useTranslation();
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    flush();
  };
  return (
    <form role="search" className={styles.find} onSubmit={send}>
      <input
        type="search"
        className={`input ${styles.words}`}
        aria-label={t("classic.filter.q")}
        placeholder={t("classic.filter.q")}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
      />
    </form>
  );
}
