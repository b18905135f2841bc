import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { TagDetails, TagRule } from "@/api/types";
import { Notice } from "@/components/ui/notice";

import { RuleText } from "./rule-text";

/** The rule that the companies of a tag follow from, and that nobody edits. */
export function TagRuleCard({ rule, groups }: { rule: TagRule; groups: TagDetails["rule_groups"] }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.rule.title")}</h2>
      </div>
      <div className="card-body stack">
        <div className="stack-s">
          <RuleText rule={rule} groups={groups} />
        </div>
        <Notice tone="info">{`${t("tags.fixed")} ${t("tags.follows")}`}</Notice>
      </div>
    </section>
  );
}
