import { useQuery } from "@tanstack/react-query";
import { ChevronRight, UsersRound } from "lucide-react";
import { Fragment, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { z } from "zod";

import { read } from "@/api/queries";
import type { BatchDetail, SampledItem } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { markParagraphs } from "@/components/desk/marks";
import { Stars } from "@/components/desk/stars";
import { LineField } from "@/components/form/fields";
import { Form } from "@/components/form/form";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { Figures } from "@/components/organisation/figures";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useMe } from "@/features/session/use-me";
import { formatDateTime, formatNumber, formatTime } from "@/lib/dates";
import { draftKey } from "@/lib/drafts";
import { paths } from "@/lib/paths";
import { useDay } from "@/lib/use-moment";
import { bulk } from "@/lib/words/en/bulk";

import { BatchStateBadge } from "./batch-state";
import styles from "./bulk.module.css";
import { useBatchVerb } from "./use-batch";

const SHOWN_FIRST = 7;
const FEW = 5; // up to this many items are shown in full
const BEFORE = 48; // characters of a line before its first mark
const LONGEST = 500; // the API's limit, in characters

const noteSchema = z.object({ note: z.string() });

/** What a second person reads before they confirm a batch, and their answer; shown instead of the progress. */
export function BatchRequest({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const { by, waiting } = batch;
  const sample = useQuery(read("/api/bulk/{batch_id}/sample", { path: { batch_id: batch.id } }));
  const failure = useFailure(sample);
  const [isAll, setAll] = useState(false);
  const items = sample.data?.items ?? [];
  const isWhole = items.length >= waiting;
  const shown = isAll || isWhole ? items : items.slice(0, SHOWN_FIRST);
  return (
    <>
      <Notice tone="warning" icon={UsersRound}>
        <strong>{t("bulk.ask.title", { name: by.name })}</strong> {t(batch.writes ? "bulk.ask.why" : "bulk.ask.whyPast", { number: formatNumber(batch.confirm_above) })}{" "}
        {batch.expires_at && t("bulk.ask.until", { time: formatTime(batch.expires_at) })}
      </Notice>
      <section className="card" aria-label={t("bulk.columns.state")}>
        <div className="card-head">
          <h2>{t("bulk.batch.items", { count: batch.total, number: formatNumber(batch.total) })}</h2>
          <BatchStateBadge state={batch.state} />
          <span className={`meta ${styles.fixed}`}>{t("bulk.ask.fixed", { time: formatTime(batch.at) })}</span>
        </div>
        {sample.data ? (
          <>
            <div className="card-body">
              <Figures
                of={[
                  [formatNumber(waiting), t(`bulk.ask.would.${wouldOf(batch.outcome)}`)],
                  [formatNumber(sample.data.companies), t("bulk.ask.companies", { count: sample.data.companies })],
                  [formatNumber(sample.data.low), t("bulk.ask.low")],
                  [formatNumber(sample.data.held), t("bulk.ask.held")],
                ]}
              />
            </div>
            <div className={`card-head ${styles.next}`}>
              <h3>{t("bulk.ask.sample")}</h3>
              <span className="meta">
                {isWhole ? t("bulk.ask.all") : t("bulk.ask.drawn", { shown: formatNumber(shown.length), count: items.length })}
              </span>
              {shown.length < items.length && (
                <Button tone="quiet" size="s" className={styles.seeAll} onClick={() => setAll(true)}>
                  {t("bulk.ask.seeAll", { count: items.length })}
                </Button>
              )}
            </div>
            <ul className={styles.sample}>
              {shown.map((item) => (
                <Item key={item.task_id} item={item} whole={isWhole && items.length <= FEW} />
              ))}
            </ul>
            <Answer batch={batch} />
          </>
        ) : failure.error !== null ? (
          <LoadFailed title={t("bulk.ask.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        ) : (
          <div className="card-body" role="status">
            <Skeleton width="60%" />
          </div>
        )}
      </section>
    </>
  );
}

const wouldOf = (outcome: string) => (outcome in bulk.ask.would ? (outcome as keyof typeof bulk.ask.would) : "other");

interface ItemProps {
  item: SampledItem;
  whole: boolean;
}

/** The text, in full or its beginning, then the company and the author's data. A shortened text can be expanded. */
function Item({ item, whole }: ItemProps) {
  const { t } = useTranslation();
  const paragraphs = useMemo(
    () => markParagraphs(item.text, item.marks.map(([start = 0, end = 0]) => ({ start, end, number: 0, strong: false }))),
    [item],
  );
  const [title, ...rest] = paragraphs;
  const text = (
    <>
      {/* the first paragraph is the title, if there are more */}
      {paragraphs.map((pieces, index) => (
        <p key={index} className={index === 0 && rest.length > 0 ? "strong" : undefined} dir="auto">
          <Pieces of={pieces} />
        </p>
      ))}
    </>
  );
  if (whole)
    return (
      <li className={`stack-s ${styles.whole}`}>
        {text}
        <About item={item} linked />
      </li>
    );
  return (
    <li>
      <details>
        <summary>
          <Icon of={ChevronRight} flip className={styles.opens} />
          {title && rest.length > 0 && (
            <span className="strong cut" dir="auto">
              <Pieces of={title} />
            </span>
          )}
          <span className={styles.line} dir="auto">
            <Pieces of={lineOf(rest.length > 0 ? rest : paragraphs)} />
          </span>
          <About item={item} />
        </summary>
        <div className={`stack-s ${styles.words}`}>
          {text}
          <p>
            <Link to={paths.review(item.subject_id)}>{t("bulk.ask.open")}</Link>
          </p>
        </div>
      </details>
    </li>
  );
}

function About({ item: { company, subject_id: id, rating, arrived_at: at }, linked = false }: { item: SampledItem; linked?: boolean }) {
  const { t } = useTranslation();
  const dayOf = useDay();
  return (
    <span className={`meta ${styles.about}`}>
      <bdi>{company}</bdi>
      <bdi className="dot">{linked ? <Link to={paths.review(id)} aria-label={`${t("bulk.ask.open")} ${String(id)}`}>{id}</Link> : id}</bdi>
      {rating ? (
        <span className="dot nowrap">
          <Stars rating={rating} />
        </span>
      ) : null}
      <time className="dot" dateTime={at} title={formatDateTime(at)}>
        {dayOf(at)}
      </time>
    </span>
  );
}

interface Words {
  text: string;
  marked: boolean;
}

function Pieces({ of }: { of: readonly Words[] }) {
  return of.map(({ text, marked }, at) => (marked ? <mark key={at} className="hit nowrap">{text}</mark> : <Fragment key={at}>{text}</Fragment>));
}

/** All paragraphs as one line that begins shortly before the first mark. */
function lineOf(paragraphs: readonly (readonly Words[])[]): Words[] {
  const pieces = paragraphs.flatMap((paragraph, at): Words[] => (at > 0 ? [{ text: " · ", marked: false }, ...paragraph] : [...paragraph]));
  const first = pieces.findIndex(({ marked }) => marked);
  const before = pieces.slice(0, Math.max(first, 0)).map(({ text }) => text).join("");
  if (before.length <= BEFORE) return pieces;
  const cut = before.slice(before.indexOf(" ", before.length - BEFORE) + 1);
  return [{ text: `… ${cut}`, marked: false }, ...pieces.slice(first)];
}

/** The answer. To confirm, the person must tick that they have read the sample. */
function Answer({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation();
  const me = useMe();
  const tick = useId();
  const [hasRead, setRead] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const confirm = useBatchVerb(batch.id, "confirm", t("bulk.batch.confirmedToast"));
  const decline = useBatchVerb(batch.id, "cancel", t("bulk.ask.declinedToast"));
  const form = useFormWithDraft({ draft: draftKey(me.id, `batch.${batch.id}`), blank: { note: "" }, schema: noteSchema });
  const send = async (verb: typeof confirm, note: string) => {
    const why = await verb.act(note);
    setRefused(why);
    if (why === null) form.discard();
  };
  const busy = confirm.busy || decline.busy;
  return (
    <Form
      of={form}
      className={styles.decide ?? ""}
      label={t("bulk.ask.answer")}
      ofPage
      onSubmit={({ note }) => (hasRead && !busy ? send(confirm, note) : undefined)}
    >
      <div className={`card-body stack ${styles.answer}`}>
        <label className="check" htmlFor={tick}>
          <input id={tick} type="checkbox" checked={hasRead} onChange={({ target }) => setRead(target.checked)} />
          <span>{t("bulk.ask.read")}</span>
        </label>
        <LineField
          name="note"
          label={
            <>
              {t("bulk.ask.note", { name: batch.by.name })} <span className={styles.optional}>{t("bulk.ask.optional")}</span>
            </>
          }
          maxLength={LONGEST}
        />
        {refused && (
          <Notice tone="danger" alert>
            {refused}
          </Notice>
        )}
      </div>
      <div className="card-foot not-paper">
        <Button type="submit" tone="primary" hotkey="Ctrl Enter" busy={confirm.busy} disabled={!hasRead || decline.busy}>
          {t("bulk.ask.confirm")}
        </Button>
        <Button
          tone="quiet"
          className={styles.seeAll}
          busy={decline.busy}
          disabled={confirm.busy}
          onClick={() => void send(decline, form.methods.getValues("note"))}
        >
          {t("bulk.ask.decline")}
        </Button>
      </div>
    </Form>
  );
}
