import type { TFunction } from "i18next";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { TagDetails, TagRule } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";

type Condition = TagRule["conditions"][number];

/** The rule of a tag in words. A group is called by its name, or by its number once it was deleted. */
export function RuleText({ rule: { match, conditions }, groups }: { rule: TagRule; groups: TagDetails["rule_groups"] }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(conditions.length === 1 ? "tags.rule.one" : match === "all" ? "tags.rule.every" : "tags.rule.some")}</p>
      <ul>
        {conditions.map((condition) => (
          <li key={JSON.stringify(condition)} dir="auto">
            {condition.field === "group" ? (
              <GroupSentence id={condition.value} group={groups.find(({ id }) => id === condition.value)} />
            ) : (
              sentenceOf(condition, t)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function GroupSentence({ id, group }: { id: number; group: TagDetails["rule_groups"][number] | undefined }) {
  const { t } = useTranslation();
  const opens = useCan()("groups");
  if (!group) return t("tags.rule.sentence.goneGroup", { value: id });
  const name = opens ? <Link to={paths.group(id)} /> : <span />;
  return <Trans i18nKey="tags.rule.sentence.group" values={{ value: group.name }} components={{ name }} />;
}

function sentenceOf(condition: Exclude<Condition, { field: "group" }>, t: TFunction): string {
  switch (condition.field) {
    case "rating":
      return t(`tags.rule.sentence.rating_${condition.compare}`, { value: condition.value });
    case "source":
      return t("tags.rule.sentence.source", { value: t(`tags.rule.sources.${condition.value}`) });
    case "text":
      return t("tags.rule.sentence.text", { value: condition.value });
    case "received":
      return t(`tags.rule.sentence.received_${condition.compare}`, { value: formatDay(condition.value) });
  }
}
