import { Ban, Flag as FlagIcon, Hand } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";

import type { Flag } from "./flags";

const FIELDS = ["title", "text", "constructive", "quoted"] as const;
const ACTIONS = { flag: FlagIcon, hold: Hand, reject: Ban } as const;

type Field = (typeof FIELDS)[number];
type Action = keyof typeof ACTIONS;

/** The banned words that matched a subject or a message, with the numbers of their marks in the text. */
export function FlaggedWords({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation();
  if (flags.length === 0) return null;
  const place = (field: string) => (isField(field) ? t(`work.flags.fields.${field}`) : field);
  return (
    <section className="stack-s">
      <h3 className="section-title">{t("work.flags.title")}</h3>
      <ul className="matches">
        {flags.map((flag) => (
          <li key={flag.number}>
            <span className="dim">{flag.number}</span>
            <bdi className="strong">{flag.word}</bdi>
            <span className="meta">
              {flag.fields.map(place).join(", ")}
              {flag.times > 1 && ` · ${t("work.flags.times", { count: flag.times })}`}
            </span>
            <ActionBadge action={flag.action} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ActionBadge({ action }: { action: string }) {
  const { t } = useTranslation();
  if (!isAction(action)) return <span className="badge">{action}</span>;
  return (
    <span className={action === "reject" ? "badge is-danger" : "badge is-warning"}>
      <Icon of={ACTIONS[action]} />
      {t(`work.flags.actions.${action}`)}
    </span>
  );
}

const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field);
const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);
