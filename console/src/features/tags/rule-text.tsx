import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TagDetails, TagRule } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

import styles from "./tags.module.css";

type Condition = TagRule["conditions"][number];

/**
 * The rule of a tag as a list: field, comparison and value of each condition. A group is shown by name, or by number if
 * it was deleted.
 */
export function RuleText({ rule: { match, conditions }, groups }: { rule: TagRule; groups: TagDetails["rule_groups"] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.sentence}>
      {conditions.map((condition, index) => (
        <li key={JSON.stringify(condition)} dir="auto">
          {index > 0 && <>{t(match === "all" ? "tags.rule.and" : "tags.rule.or")} </>}
          <b className={styles.of}>{t(condition.field === "text" ? "tags.rule.text" : `tags.rule.fields.${condition.field}`)}</b>{" "}
          {howOf(condition, t)} <b className={styles.value}>{valueOf(condition, groups, t)}</b>
        </li>
      ))}
    </ul>
  );
}

/** The rule in one line of text; groups are shown by number. */
export function sayRule({ match, conditions }: TagRule, t: TFunction): string {
  const said = conditions.map((condition) =>
    [
      t(condition.field === "text" ? "tags.rule.text" : `tags.rule.fields.${condition.field}`),
      howOf(condition, t),
      wordsOf(condition, t),
    ].join(" "),
  );
  return said.join(` ${t(match === "all" ? "tags.rule.and" : "tags.rule.or")} `);
}

function howOf(condition: Condition, t: TFunction): string {
  switch (condition.field) {
    case "rating":
    case "received":
      return t(`tags.rule.compares.${condition.compare}`);
    case "text":
      return t("tags.rule.contains");
    default:
      return t("tags.rule.is");
  }
}

function valueOf(condition: Condition, groups: TagDetails["rule_groups"], t: TFunction): ReactNode {
  if (condition.field !== "group") return wordsOf(condition, t);
  return <GroupName id={condition.value} group={groups.find(({ id }) => id === condition.value)} />;
}

function wordsOf(condition: Condition, t: TFunction): string {
  switch (condition.field) {
    case "group":
    case "rating":
      return String(condition.value);
    case "source":
      return t(`tags.rule.sources.${condition.value}`);
    case "text":
      return `“${condition.value}”`;
    case "received":
      return formatDay(condition.value);
  }
}

function GroupName({ id, group }: { id: number; group: TagDetails["rule_groups"][number] | undefined }) {
  const { t } = useTranslation();
  const opens = useCan()("groups");
  if (!group) return t("tags.rule.goneGroup", { value: id });
  return opens ? <Link to={paths.group(id)}>{group.name}</Link> : group.name;
}
