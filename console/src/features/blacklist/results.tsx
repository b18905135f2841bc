import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { BlacklistEntry } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { formatDateTime } from "@/lib/dates";

import styles from "./blacklist.module.css";
import { LegacyMark } from "./legacy-mark";
import { RemoveEntry } from "./remove-entry";

interface MatchProps {
  entries: readonly BlacklistEntry[];
  onDone: () => void;
}

/** The person is on the list: shows the matching entries, each with a button that removes it. */
export function Match({ entries, onDone }: MatchProps) {
  const { t } = useTranslation();
  return (
    <Result title={t("blacklist.match.title")} text={t("blacklist.match.text")} tone="warning" onDone={onDone}>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className="row wrap">
            <bdi className="strong">{entry.hint}</bdi>
            {entry.legacy && <LegacyMark />}
            <time className="soft" dateTime={entry.added}>
              {formatDateTime(entry.added)}
            </time>
            <span className="end" />
            <RemoveEntry entry={entry} onRemoved={onDone} />
            {entry.notes && (
              <p className={styles.notes} dir="auto">
                {entry.notes}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Result>
  );
}

interface FreeProps {
  busy: boolean;
  onAdd: () => void;
  onDone: () => void;
}

/** The person is not on the list: offers to add them. */
export function Free({ busy, onAdd, onDone }: FreeProps) {
  const { t } = useTranslation();
  return (
    <Result
      title={t("blacklist.free.title")}
      text={t("blacklist.free.text")}
      tone="success"
      onDone={onDone}
      action={
        <Button tone="primary" busy={busy} onClick={onAdd}>
          {t("blacklist.check.add")}
        </Button>
      }
    />
  );
}

interface ResultProps {
  title: string;
  text: string;
  tone: "warning" | "success";
  onDone: () => void;
  /** A button beside the close button. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The result of a check. It takes the focus, so that it is read out and Tab leads to its buttons. */
function Result({ title, text, tone, onDone, action, children }: ResultProps) {
  const { t } = useTranslation();
  const id = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} className={`stack-s ${styles.result}`} tabIndex={-1} aria-labelledby={id}>
      <Notice tone={tone}>
        <strong id={id}>{title}</strong>
        <p>{text}</p>
      </Notice>
      {children}
      <div className="row">
        {action}
        <Button tone="quiet" onClick={onDone}>
          {t("common.close")}
        </Button>
      </div>
    </section>
  );
}
