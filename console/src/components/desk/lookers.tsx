import { useTranslation } from "react-i18next";

import type { Person } from "@/api/types";
import { Avatar } from "@/components/ui/avatar";

const SHOWN = 3;

/** Other people who have the item open without having taken it: initials with a dashed border. */
export function Lookers({ people, className = "" }: { people: readonly Person[]; className?: string }) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  const words = t("people.looking", { count: people.length, names: people.map(({ name }) => name).join(", ") });
  return (
    <span className={`lookers ${className}`} title={words}>
      {people.slice(0, SHOWN).map(({ id, name }) => (
        <Avatar key={id} name={name} />
      ))}
      {people.length > SHOWN && <span className="meta">+{people.length - SHOWN}</span>}
      <span className="sr">{words}</span>
    </span>
  );
}
