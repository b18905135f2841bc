import { UserRoundCheck } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import type { Assignment, Person } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { useReader } from "@/features/session/use-me";
import { useMoment } from "@/lib/use-moment";

interface Props {
  assignment: Assignment;
  to: Person;
}

/** The assignee of the item, who assigned it, and the note. */
export function AssignedNote({ assignment, to }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const reader = useReader();
  if (assignment.by?.id === to.id && !assignment.note) return null;
  const values = {
    to: to.name,
    name: assignment.by?.id === reader ? t("work.timeline.them.you") : (assignment.by?.name ?? t("work.timeline.them.nobody")),
    moment: momentOf(assignment.at),
  };
  return (
    <aside className="assigned-note" aria-label={t("people.assign.note")}>
      <p className="row soft">
        <Icon of={UserRoundCheck} />
        <span>
          <Trans
            i18nKey={`people.assign.${sentenceOf(assignment, to, reader)}`}
            values={values}
            components={{ by: <bdi className="strong" />, to: <bdi className="strong" /> }}
          />
        </span>
      </p>
      {assignment.note && <p dir="auto">{assignment.note}</p>}
    </aside>
  );
}

function sentenceOf({ by }: Assignment, to: Person, reader: number | null): "given" | "givenTo" | "givenSelf" | "givenYourself" {
  if (by?.id === to.id) return to.id === reader ? "givenYourself" : "givenSelf";
  return to.id === reader ? "given" : "givenTo";
}
