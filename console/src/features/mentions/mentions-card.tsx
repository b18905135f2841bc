import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import { runCommand } from "@/api/command";
import { read, refresh } from "@/api/queries";
import { companyOf, titleOf } from "@/api/subjects";
import type { Mention } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { Age } from "@/components/ui/age";
import { Button } from "@/components/ui/button";
import { CardFailed } from "@/components/ui/card-failed";
import { useUser } from "@/features/session/session-context";
import { formatNumber } from "@/lib/dates";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";

const MENTIONS_POLL_MS = 15_000; // a colleague's question is seen within 15 s
const SHOWN = 5; // more would push the queues out of view

const mentions = read("/api/mentions");

interface Props {
  mention: Mention;
  onSee: (id: number) => void;
}

const SAYINGS = ["note", "assign", "unassign", "take_over", "decide", "screen", "consent"] as const;

/** What other people did that concerns the person, messages first; hidden if there is nothing. */
export function MentionsCard() {
  const { t } = useTranslation();
  const query = useMentions();
  const { error, retry, retrying } = useFailure(query);
  const mentions = wordsFirst(query.data ?? []);
  const [whole, setWhole] = useState(false);
  const see = useSeeMentions();
  if (error !== null && !query.data)
    return <CardFailed id="mentions-title" title={t("mentions.title")} onRetry={retry} retrying={retrying} />;
  if (mentions.length === 0) return null;
  return (
    <section className="card" aria-labelledby="mentions-title">
      <div className="card-head">
        <h2 id="mentions-title">{t("mentions.title")}</h2>
        <span className="end" />
        <span className="meta">{formatNumber(mentions.length)}</span>
        {mentions.length > 1 && (
          <Button tone="quiet" size="s" onClick={() => see(mentions.map(({ id }) => id))}>
            {t("mentions.seenAll")}
          </Button>
        )}
      </div>
      <ul className="lined">
        {mentions.slice(0, whole ? undefined : SHOWN).map((mention) => (
          <MentionLine key={mention.id} mention={mention} onSee={(id) => see([id])} />
        ))}
      </ul>
      {mentions.length > SHOWN && (
        <div className="card-foot">
          <Button tone="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t("mentions.fewer") : t("mentions.all", { number: formatNumber(mentions.length) })}
          </Button>
        </div>
      )}
    </section>
  );
}

/**
 * A mention: its item, who did what with it, and what they wrote. Its title links to the item, and a button marks it as
 * read.
 */
function MentionLine({ mention, onSee }: Props) {
  const { t } = useTranslation();
  const me = useUser().id;
  const { id, task_id: taskId, queue, subject, page, at, text, by, to, label } = mention;
  const desk = useDesk();
  // the person who escalated an item may not open the queue in which it is now
  const mayOpen = useCan()(queueNamed(desk, queue)?.permission);
  const path = (mayOpen ? pathOfItem(desk, queue, taskId) : undefined) ?? page;
  const company = companyOf(subject);
  const title = titleOf(subject) ?? t("work.item.untitled");
  return (
    <li>
      <div className="row">
        <Link className="plain strong cut" to={path} dir="auto" onClick={() => onSee(id)}>
          {company ?? title}
        </Link>
        <span className="end" />
        <span className="meta nowrap">
          <Age at={at} />
        </span>
        <Button size="s" tone="quiet" icon={Check} className="btn-icon" aria-label={t("mentions.seen")} title={t("mentions.seen")} onClick={() => onSee(id)} />
      </div>
      {company && (
        <p className="soft cut" dir="auto">
          {title}
        </p>
      )}
      <p className="meta">
        <bdi>{t(`people.notified.${saying(mention, me)}`, { name: by?.name ?? t("work.timeline.nobody"), to: to?.name ?? "", label })}</bdi>
      </p>
      {text && <p dir="auto">{text}</p>}
    </li>
  );
}

/** The sentence for a mention: an assignment to somebody else means that the item was moved away. */
function saying({ action, by, to }: Mention, me: number): (typeof SAYINGS)[number] | "moved" | "movedSelf" {
  if (action === "assign" && to?.id !== me) return to && to.id === by?.id ? "movedSelf" : "moved";
  return SAYINGS.find((name) => name === action) ?? "note";
}

/** Notes and answers before mere moves; each newest first. */
function wordsFirst(all: readonly Mention[]): Mention[] {
  const isSaid = ({ action, text }: Mention) => text !== "" || action === "note" || action === "decide";
  return [...all.filter(isSaid), ...all.filter((mention) => !isSaid(mention))];
}

/** The mentions of this person that are not marked as read. */
function useMentions() {
  return useQuery({ ...mentions, refetchInterval: MENTIONS_POLL_MS });
}

/** Removes mentions from the list at once; if the server does not confirm, they come back with the next poll. */
function useSeeMentions(): (ids: readonly number[]) => void {
  const client = useQueryClient();
  return useCallback(
    (ids: readonly number[]) => {
      const command = {
        name: `see mentions ${ids.join(" ")}`,
        send: async () => {
          for (const id of ids) await answer(api.DELETE("/api/mentions/{mention_id}", { params: { path: { mention_id: id } } }));
        },
        begun: () =>
          client.setQueryData(mentions.queryKey, (all: Mention[] | undefined) => all?.filter(({ id }) => !ids.includes(id))),
        // the server sends only the newest mentions, so load those that follow
        done: () => (ids.length > 1 ? refresh(client, "/api/mentions") : undefined),
        refused: () => refresh(client, "/api/mentions"),
      };
      void runCommand(client, command, undefined);
    },
    [client],
  );
}
