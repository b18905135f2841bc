import { Lock } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { TagDetails, TagRule } from "@/api/types";
import { Icon } from "@/components/ui/icon";
import { useMoment } from "@/lib/use-moment";

import { RuleText } from "./rule-text";
import styles from "./tags.module.css";

/** The rule that the companies of a tag follow from, and that nobody edits. */
export function TagRuleCard({ rule, tag }: { rule: TagRule; tag: TagDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const momentOf = useMoment();
  const { counted_at: counted } = tag;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.rule.title")}</h2>
        <span className="end" />
        <span className="meta">{counted === null ? t("tags.notCounted") : t("tags.rule.countedAt", { moment: momentOf(counted) })}</span>
      </div>
      <div className="card-body stack">
        <RuleText rule={rule} groups={tag.rule_groups} />
        <p className={`soft ${styles.fixed}`}>
          <Icon of={Lock} />
          <span>{`${t("tags.fixed")} ${t("tags.follows")}`}</span>
        </p>
      </div>
    </section>
  );
}
