import { Bot } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { FoundEntry } from "@/api/types";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";

import styles from "./audit.module.css";

import "./words";

/** The person of an entry, linked to their other actions; null: the product itself. */
export function Who({ person }: { person: FoundEntry["user"] }) {
  const { t } = useTranslation();
  if (!person)
    return (
      <span className={`dim ${styles.who}`}>
        <Icon of={Bot} />
        {t("audit.product")}
      </span>
    );
  return (
    <span className={styles.who}>
      <Avatar name={person.name} />
      <Link className="plain cut" to={paths.personHistory(person.id)} dir="auto" title={person.name}>
        {person.name}
      </Link>
    </span>
  );
}
