import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { BannedWordFields, WordTrial } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { MarkedLine } from "@/components/desk/marked-text";
import { sayUnknown } from "@/components/desk/say-unknown";
import { StatusDot } from "@/components/desk/status-dot";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./banned-words.module.css";

interface Props {
  /** Null while the form does not hold an entry. */
  entry: BannedWordFields | null;
  entryId: number | null;
}

const POLL_MS = 1_000;
const FIRST = 4;
const HAS_ENDED = { waiting: false, running: false, done: true, failed: true };

/** Tests the entry on stored reviews before it is saved. */
export function Trial({ entry, entryId }: Props) {
  const { t } = useTranslation();
  const [started, setStarted] = useState<{ id: number; of: string } | null>(null);
  const { run, busy, refusal } = useCommand({
    name: "banned word trial",
    send: (body: BannedWordFields, key) =>
      answer(
        api.POST("/api/banned-words/trial", {
          body: { entry: body, ...(entryId !== null && { entry_id: entryId }) },
          headers: { "Idempotency-Key": key },
        }),
      ),
    done: ({ id }, body) => setStarted({ id, of: JSON.stringify(body) }),
  });
  const { data, isError } = useQuery({
    ...read("/api/banned-words/trial/{trial_id}", { path: { trial_id: started?.id ?? 0 } }),
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data && HAS_ENDED[state.data.state] ? false : POLL_MS),
  });
  const isRunning = busy || (started !== null && !isError && !(data && HAS_ENDED[data.state]));
  const asked = started !== null || refusal !== null;
  return (
    <>
      <div className={`card-head ${styles.part}`}>
        <h3>{t("bannedWords.trial.title")}</h3>
        {asked && <span className="meta">{t("bannedWords.trial.hint")}</span>}
        <span className="end" />
        <Button size="s" icon={RotateCcw} busy={isRunning} disabled={!entry} onClick={() => entry && void run(entry)}>
          {t(started ? "bannedWords.trial.again" : "bannedWords.trial.start")}
        </Button>
      </div>
      {!asked && <p className="card-body meta">{t("bannedWords.trial.counts")}</p>}
      {asked && (
        <div className="card-body stack" aria-live="polite">
          {refusal !== null && (
            <Notice tone="danger" alert>
              {sayUnknown(refusal, t)}
            </Notice>
          )}
          {isError && <Notice tone="danger">{t("bannedWords.trial.failed")}</Notice>}
          {data?.state === "failed" && <Notice tone="danger">{t(`bannedWords.trial.stopped.${data.reason || "other"}`)}</Notice>}
          {data && !HAS_ENDED[data.state] && (
            <p className="soft">
              {data.state === "waiting"
                ? t("bannedWords.trial.waiting")
                : t("bannedWords.trial.searching", { searched: formatNumber(data.searched), total: formatNumber(data.total) })}
            </p>
          )}
          {data?.state === "done" && <Result of={data} />}
          {data?.state === "done" && entry && JSON.stringify(entry) !== started?.of && (
            <Notice tone="info">{t("bannedWords.trial.outdated")}</Notice>
          )}
        </div>
      )}
    </>
  );
}

const SHARES = ["rejected", "published", "still_open", "withdrawn"] as const;
const WORDS = { rejected: "rejected", published: "published", still_open: "stillOpen", withdrawn: "gone" } as const;

function Result({ of: trial }: { of: WordTrial }) {
  const { t } = useTranslation();
  const matched = SHARES.reduce((sum, name) => sum + trial[name], 0);
  return (
    <>
      <div className="figures">
        <div>
          <b>{formatNumber(trial.open_matched)}</b>
          <span>{t("bannedWords.trial.open", { total: formatNumber(trial.open_total) })}</span>
        </div>
        <div>
          <b>{formatNumber(trial.recent_matched)}</b>
          <span>{t("bannedWords.trial.recent", { total: formatNumber(trial.recent_total) })}</span>
        </div>
        {trial.saved_recent !== null && (
          <div>
            <b>{signed(trial.recent_matched - trial.saved_recent)}</b>
            <span>{t("bannedWords.trial.against")}</span>
          </div>
        )}
      </div>
      {matched === 0 ? (
        <p className="soft">{t("bannedWords.trial.none")}</p>
      ) : (
        <div className="stack-s">
          <div className={styles.shares} aria-hidden>
            {SHARES.map((name) => (
              <i key={name} className={styles[name]} style={{ inlineSize: `${(trial[name] / matched) * 100}%` }} />
            ))}
          </div>
          <p className={styles.legend}>
            {SHARES.map((name) => (
              <span key={name} className="meta">
                <i className={`swatch ${styles[name] ?? ""}`} /> {t(`bannedWords.trial.${WORDS[name]}`, { count: trial[name] })}
              </span>
            ))}
          </p>
          <p className="meta">
            {t("bannedWords.trial.matched", { count: matched, number: formatNumber(matched) })}{" "}
            {trial.older > 0 && t("bannedWords.trial.older", { count: trial.older, number: formatNumber(trial.older) })}
          </p>
        </div>
      )}
      <Examples of={trial} />
      <Proposals of={trial} />
    </>
  );
}

function Examples({ of: { examples } }: { of: WordTrial }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (examples.length === 0) return null;
  return (
    <div>
      <ul className={styles.examples} aria-label={t("bannedWords.trial.examples")}>
        {(all ? examples : examples.slice(0, FIRST)).map((example) => (
          <li key={example.review_id}>
            <Link className="plain" to={paths.review(example.review_id)} dir="auto">
              <MarkedLine text={example.text} marks={[{ start: example.start, end: example.end, number: 0, strong: false }]} />
            </Link>
            <StatusDot status={example.status} />
          </li>
        ))}
      </ul>
      {!all && examples.length > FIRST && (
        <Button size="s" tone="quiet" onClick={() => setAll(true)}>
          {t("bannedWords.trial.all", { count: examples.length })}
        </Button>
      )}
    </div>
  );
}

/**
 * Links that propose the matching reviews as a batch of bulk moderation, where a person decides; for people with that
 * permission.
 */
function Proposals({ of: { id, published, still_open: stillOpen } }: { of: WordTrial }) {
  const { t } = useTranslation();
  const can = useCan();
  const proposals = [
    { queue: "pending", count: stillOpen, label: "proposeOpen", may: can("moderation") },
    { queue: "published", count: published, label: "proposePublished", may: can("head_moderator") },
  ] as const;
  const offered = proposals.filter(({ count, may }) => count > 0 && may && can("bulk_moderation"));
  return (
    <>
      {offered.length > 0 && (
        <p className="row wrap">
          {offered.map(({ queue, count, label }) => (
            <Link key={queue} className={buttonClass("neutral", "s")} to={`${paths.bulkModerate}?queue=${queue}&outcome=investigate&trial=${id}`}>
              {t(`bannedWords.trial.${label}`, { count })}
            </Link>
          ))}
        </p>
      )}
      {published > 0 && <p className="meta">{t("bannedWords.trial.past")}</p>}
    </>
  );
}

function signed(number: number): string {
  return new Intl.NumberFormat("en-GB", { signDisplay: "exceptZero" }).format(number);
}
