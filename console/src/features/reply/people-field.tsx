import { Check, Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Recipient, TicketDetail } from "@/api/types";
import { SuspectMark } from "@/components/desk/item-marks";
import { Icon } from "@/components/ui/icon";
import { useConversation } from "@/features/conversation/use-conversation";

import { readPeople, writePeople } from "./people";
import styles from "./reply.module.css";

interface Chosen {
  /** The people, as the draft stores them. */
  value: unknown;
  onChange: (value: string) => void;
}

interface Props {
  ticket: TicketDetail;
  leftOut: Chosen;
  also: Chosen;
}

/**
 * The other recipients of a reply: people in the client's Cc can be left out with one click, strangers can be added
 * with one.
 */
export function PeopleField({ ticket: { id, last_message_id: newest }, leftOut, also }: Props) {
  const { t } = useTranslation();
  const { data } = useConversation(id, newest);
  const people = data?.recipients ?? [];
  const of = (role: Recipient["role"]) => people.filter((person) => person.role === role);
  const toggle = ({ value, onChange }: Chosen, { key }: Recipient) => {
    const keys = readPeople(value);
    const next = keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
    onChange(writePeople(people.filter((each) => next.includes(each.key))));
  };
  if (people.length === 0) return null;
  return (
    <fieldset className={styles.people} aria-label={t("conversation.reply.people")}>
      <People
        title={t("conversation.reply.copied")}
        people={of("copied")}
        gets={({ key }) => !readPeople(leftOut.value).includes(key)}
        onToggle={(person) => toggle(leftOut, person)}
      />
      <People
        title={t("conversation.reply.strangers")}
        people={of("stranger")}
        gets={({ key }) => readPeople(also.value).includes(key)}
        onToggle={(person) => toggle(also, person)}
      />
    </fieldset>
  );
}

interface PeopleProps {
  title: string;
  people: readonly Recipient[];
  gets: (person: Recipient) => boolean;
  onToggle: (person: Recipient) => void;
}

function People({ title, people, gets, onToggle }: PeopleProps) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <div className="row wrap">
      <span className="meta">{title}</span>
      {people.map((person) => {
        const name = person.name || person.email;
        const isCopied = gets(person);
        return (
          <button
            key={person.key}
            type="button"
            className="chip"
            aria-pressed={isCopied}
            title={`${person.email} · ${t(isCopied ? "conversation.reply.leaveOut" : "conversation.reply.add", { name })}`}
            onClick={() => onToggle(person)}
          >
            <Icon of={isCopied ? Check : person.role === "stranger" ? Plus : X} />
            <bdi className={isCopied || person.role === "stranger" ? "cut" : `cut ${styles.out ?? ""}`}>{name}</bdi>
            <SuspectMark suspect={person.suspect} short />
          </button>
        );
      })}
    </div>
  );
}
