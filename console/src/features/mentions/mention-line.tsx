import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { companyOf, titleOf } from "@/api/subjects";
import type { Mention } from "@/api/types";
import { Age } from "@/components/ui/age";
import { Button } from "@/components/ui/button";
import { useUser } from "@/features/session/session-context";
import { pathOfItem, queueNamed, useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";

interface Props {
  mention: Mention;
  onSee: (id: number) => void;
}

/** A mention: its item, who did what with it, and what they wrote; its title leads there, and a button marks it as read. */
export function MentionLine({ mention, onSee }: Props) {
  const { t } = useTranslation();
  const me = useUser().id;
  const { id, task_id: taskId, queue, subject, page, at, text, by, to, label } = mention;
  const desk = useDesk();
  // an item that was escalated is in a queue that who escalated it may not open
  const mayOpen = useCan()(queueNamed(desk, queue)?.permission);
  const path = (mayOpen ? pathOfItem(desk, queue, taskId) : undefined) ?? page;
  return (
    <li>
      <div className="row">
        <Link className="plain strong cut" to={path} dir="auto" onClick={() => onSee(id)}>
          {titleOf(subject) ?? companyOf(subject) ?? t("work.item.untitled")}
        </Link>
        <span className="end" />
        <Button tone="quiet" size="s" onClick={() => onSee(id)}>
          {t("mentions.seen")}
        </Button>
      </div>
      <p className="meta">
        <bdi>{t(`people.notified.${saying(mention, me)}`, { name: by?.name ?? t("work.timeline.nobody"), to: to?.name ?? "", label })}</bdi>
        <span className="dot" />
        <Age at={at} />
      </p>
      {text && <p dir="auto">{text}</p>}
    </li>
  );
}

const SAYINGS = ["note", "assign", "unassign", "take_over", "decide", "screen", "consent"] as const;

/** The sentence for a mention: an assignment to somebody else means that the item was moved away. */
function saying({ action, by, to }: Mention, me: number): (typeof SAYINGS)[number] | "moved" | "movedSelf" {
  if (action === "assign" && to?.id !== me) return to && to.id === by?.id ? "movedSelf" : "moved";
  return SAYINGS.find((name) => name === action) ?? "note";
}
