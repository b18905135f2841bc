import {
  AlarmClock,
  Check,
  Clock,
  Download,
  Eye,
  Hand,
  type LucideIcon,
  Mail,
  Pencil,
  Redo2,
  RotateCcw,
  Scale,
  StickyNote,
  Undo2,
  UserRoundMinus,
  UserRoundPlus,
  X,
} from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import type { HistoryEntry, Person } from "@/api/types";
import { useGround } from "@/components/desk/use-ground";
import { Icon } from "@/components/ui/icon";
import { useReader } from "@/features/session/use-me";
import { formatDay, formatTime } from "@/lib/dates";
import { useMoment } from "@/lib/use-moment";

import { numberOf, otherPerson, sentenceOf } from "./entry-sentence";
import { Why } from "./why";

const STATES = ["waiting", "sent", "refused", "uncertain", "no_address", "cancelled", "not_sent"] as const;
const LETTERS = ["statement", "reinstatement", "receipt", "answer"] as const;

type State = (typeof STATES)[number];

const ICONS: Record<string, LucideIcon> = {
  start: Download,
  claim: Eye,
  release: Undo2,
  expire: Clock,
  fire: Clock,
  decide: Check,
  skip: Redo2,
  snooze: AlarmClock,
  wake: AlarmClock,
  note: StickyNote,
  take_over: Hand,
  assign: UserRoundPlus,
  unassign: UserRoundMinus,
  reinstate: RotateCcw,
  override: RotateCcw,
  withdraw: X,
  vouch: Check,
  amend: Pencil,
  screen: RotateCcw,
  close: X,
  revise: Pencil,
  statement: Scale,
  mail: Mail,
  undo: Undo2,
};

interface Props {
  entry: HistoryEntry;
  /** The source of the item in words; empty if the page shows it elsewhere. */
  source: string;
  /** The decision was undone: its reason is struck through. */
  undone?: boolean | undefined;
}

/** One entry of the history as a sentence, with its reason. */
export function Event({ entry, source, undone = false }: Props) {
  const { t } = useTranslation();
  const reader = useReader();
  const momentOf = useMoment();
  const ground = useGround(entry.data.ground) ?? "";
  const mail = useLetterSentence(entry);
  const { actor } = entry;
  const sentence = sentenceOf(entry, reader);
  const on = dayOf(entry.data.on);
  const other = otherPerson(entry);
  const nameOf = (person: Person) => (person.id === reader ? t("work.timeline.them.you") : person.name);
  const who = actor ? (actor.id === reader ? t("work.timeline.you") : actor.name) : t("work.timeline.nobody");
  return (
    <li className={["event", undone && "undone", entry.action === "note" && "note"].filter(Boolean).join(" ")}>
      <span className="mark">
        <Icon of={ICONS[entry.action] ?? Pencil} />
      </span>
      <p>
        <bdi>
          <Trans
            i18nKey={`work.timeline.${sentence === "start" && source === "" ? "arrived" : sentence}`}
            values={{
              who,
              source,
              label: entry.label,
              step: entry.to_title,
              action: entry.action,
              ground,
              to: other ? nameOf(other) : "",
              whom: actor ? nameOf(actor) : t("work.timeline.them.nobody"),
              number: numberOf(entry),
              consent: t(`work.timeline.consents.${consentOf(entry)}`, { on }),
              on,
              wasOn: dayOf(entry.data.was_on),
              ...mail,
              until: typeof entry.data.until === "string" ? momentOf(entry.data.until) : "",
            }}
            components={{ b: <bdi className="strong" />, to: <bdi className="strong" /> }}
          />
        </bdi>
        {undone && <span className="badge badge-line">{t("work.timeline.undone")}</span>}
      </p>
      <time className="meta" dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      <Why entry={entry} />
    </li>
  );
}

/** The author's consent to a publication, as an entry stores it. */
function consentOf({ data }: HistoryEntry): "none" | "asked" | "given" | "givenOn" | "withdrawn" {
  if (data.is === "given" && "on" in data) return "givenOn"; // older entries have no day
  return data.is === "asked" || data.is === "given" || data.is === "withdrawn" ? data.is : "none";
}

const dayOf = (day: unknown): string => (typeof day === "string" ? formatDay(day) : "");

/** The words for an entry about a letter to the author or the requester: the letter and its delivery state. */
function useLetterSentence({ data }: HistoryEntry): { letter: string; mail: string } {
  const { t } = useTranslation();
  const state = STATES.find((one) => one === data.state);
  if (!state) return { letter: "", mail: "" };
  const letter = LETTERS.find((one) => one === data.letter) ?? "statement";
  const to = typeof data.to === "string" ? data.to : "";
  return { letter: t(`work.timeline.mails.${letter}`), mail: t(`work.timeline.mails.${state satisfies State}`, { to }) };
}
