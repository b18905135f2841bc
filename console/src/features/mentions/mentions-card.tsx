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

const MENTIONS_POLL_MS = 15_000; // a colleague's question waits for a quarter of a minute at most
const SHOWN = 5; // more would bury the queues

const mentions = read("/api/mentions");

interface Props {
  mention: Mention;
  onSee: (id: number) => void;
}

const SAYINGS = ["note", "assign", "unassign", "take_over", "decide", "screen", "consent"] as const;

/** What others did that concerns the person, their words first; not there when there is nothing. */
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

/** A mention: its item, who did what with it, and what they wrote; its title leads there, and a button marks it as read. */
function MentionLine({ mention, onSee }: Props) {
  const { t } = useTranslation();
  const me = useUser().id;
  const { id, task_id: taskId, queue, subject, page, at, text, by, to, label } = mention;
  const desk = useDesk();
  // an item that was escalated is in a queue that who escalated it may not open
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

/** What somebody wrote or answered stands before what was only moved; each the newest first. */
function wordsFirst(all: readonly Mention[]): Mention[] {
  const isSaid = ({ action, text }: Mention) => text !== "" || action === "note" || action === "decide";
  return [...all.filter(isSaid), ...all.filter((mention) => !isSaid(mention))];
}

/** What concerns this person and has not been seen. */
function useMentions() {
  return useQuery({ ...mentions, refetchInterval: MENTIONS_POLL_MS });
}

/** Takes mentions off the list at once; where the server does not hear of it, they come back with the next look. */
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
        done: () => (ids.length > 1 ? refresh(client, "/api/mentions") : undefined), // the server sends only the newest
        refused: () => refresh(client, "/api/mentions"),
      };
      void runCommand(client, command, undefined);
    },
    [client],
  );
}
