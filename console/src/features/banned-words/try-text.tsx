import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { BannedWordFields, WordTest } from "@/api/types";
import { MarkedText } from "@/components/desk/marked-text";
import type { Mark } from "@/components/desk/marks";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { useWords } from "@/lib/use-words";

import styles from "./banned-words.module.css";
import { ACTION_ICONS } from "./choices";

interface Props {
  /** Tested as if it were in the list; null to test the list as it is. */
  entry: BannedWordFields | null;
  entryId: number | null;
  tried: Tried;
  /** Closes the tester where it replaces the list. */
  onClose?: () => void;
}

/** The test text. It stays when an entry beside the list is opened or closed. */
export type Tried = readonly [text: string, setText: (text: string) => void];

const LONGEST = 20_000; // the limit of a review's text, in characters

/** Tests a pasted text and shows the matches, in each normalised view that has some. */
export function TryText({ entry, entryId, tried: [text, setText], onClose }: Props) {
  const { t } = useTranslation();
  const words = useWords(text, setText);
  const settled = useDeferredValue(entry);
  const body = { text, ...(settled && { entry: settled }), ...(settled && entryId !== null && { entry_id: entryId }) };
  const { data, isError } = useQuery({
    queryKey: ["banned-words test", body],
    queryFn: ({ signal }) => answer(api.POST("/api/banned-words/test", { body, signal })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const result = text === "" ? undefined : data;
  const Heading = entry === null ? "h2" : "h3"; // h2 in a card of its own, h3 inside the editor
  return (
    <>
      <div className={`card-head ${styles.part}`}>
        <Heading>{t("bannedWords.test.title")}</Heading>
        {!onClose && <span className="meta">{t("bannedWords.test.hint")}</span>}
        <span className="end" />
        <span role="status">{result && <Verdict of={result} />}</span>
        {onClose && <IconButton icon={X} label={t("bannedWords.test.close")} onClick={onClose} />}
      </div>
      <div className="card-body stack-s">
        <Field label={t("bannedWords.test.text")}>
          {(control) => (
            <textarea
              {...control}
              className="textarea"
              dir="auto"
              rows={entry ? 3 : 8}
              autoFocus={onClose !== undefined}
              maxLength={LONGEST}
              placeholder={t("bannedWords.test.placeholder")}
              value={words.typed}
              onChange={({ target }) => words.type(target.value)}
              onBlur={words.flush}
            />
          )}
        </Field>
        {isError && (
          <Notice tone="danger" alert>
            {t("bannedWords.test.failed")}
          </Notice>
        )}
        {result && <Readings text={text} of={result} />}
      </div>
    </>
  );
}

function Verdict({ of: { matches } }: { of: WordTest }) {
  const { t } = useTranslation();
  const strongest = (["reject", "hold", "flag"] as const).find((action) => matches.some((match) => match.action === action && !match.shadow));
  if (matches.length === 0) return <span className="badge">{t("bannedWords.test.none")}</span>;
  return (
    <span className={`badge ${strongest === "reject" ? "is-danger" : "is-warning"}`}>
      {strongest && <Icon of={ACTION_ICONS[strongest]} />}
      {t("bannedWords.test.matches", { count: matches.length })}
      {strongest && `, ${t(`bannedWords.test.actions.${strongest}`)}`}
    </span>
  );
}

/** The original text with its numbered matches, then each normalised view in which something was found. */
function Readings({ text, of: { matches, readings, spared } }: { text: string; of: WordTest }) {
  const { t } = useTranslation();
  const marks = matches.map(({ start, end, action }, at): Mark => ({ start, end, number: at + 1, strong: action !== "flag" }));
  const characters = Array.from(text); // offsets count code points
  const innocent = [...new Set(spared.map(({ start, end }) => characters.slice(start, end).join("")))];
  return (
    <>
      <div className={styles.readings}>
        <section className={styles.reading}>
          <span className="meta">{t("bannedWords.test.given")}</span>
          <MarkedText text={text} marks={marks} />
        </section>
        {readings.map(({ view, text: read, marks: stretches }) => (
          <section key={view} className={styles.reading} aria-label={t(`bannedWords.test.views.${view}`)}>
            <span className="meta">
              {t(`bannedWords.test.views.${view}`)}
              <span className="dot" />
              {t(`bannedWords.test.does.${view}`)}
              <span className="dot" />
              {t("bannedWords.test.matches", { count: stretches.length })}
            </span>
            <div className={`mono ${styles.read}`}>
              <MarkedText text={read} marks={stretches.map(({ start, end }) => ({ start, end, number: 0, strong: false }))} />
            </div>
          </section>
        ))}
      </div>
      {innocent.length > 0 && <p className="meta">{t("bannedWords.test.spared", { words: innocent.join(", ") })}</p>}
    </>
  );
}
