import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { TagRule } from "@/api/types";
import { formatDay } from "@/lib/dates";

/** The rule of a tag in words. */
export function RuleText({ rule: { match, conditions } }: { rule: TagRule }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(conditions.length === 1 ? "tags.rule.one" : match === "all" ? "tags.rule.every" : "tags.rule.some")}</p>
      <ul>
        {conditions.map((condition) => (
          <li key={JSON.stringify(condition)} dir="auto">
            {sentenceOf(condition, t)}
          </li>
        ))}
      </ul>
    </>
  );
}

function sentenceOf(condition: TagRule["conditions"][number], t: TFunction): string {
  switch (condition.field) {
    case "rating":
      return t(`tags.rule.sentence.rating_${condition.compare}`, { value: condition.value });
    case "source":
      return t("tags.rule.sentence.source", { value: t(`tags.rule.sources.${condition.value}`) });
    case "group":
      return t("tags.rule.sentence.group", { value: condition.value });
    case "text":
      return t("tags.rule.sentence.text", { value: condition.value });
    case "received":
      return t(`tags.rule.sentence.received_${condition.compare}`, { value: formatDay(condition.value) });
  }
}
