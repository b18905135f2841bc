import { Plus, Trash2 } from "lucide-react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { RequiredMark } from "@/components/ui/field-label";
import { IconButton } from "@/components/ui/icon-button";
import { useCan } from "@/lib/permissions";

import { ConditionValue } from "./condition-value";
import { COMPARES, type ConditionDraft, FIELDS, MAX_CONDITIONS, newCondition, readRule, type RuleDraft, writeRule } from "./rule-draft";
import styles from "./tags.module.css";

/** The rule of a smart tag: its conditions, and whether all of them must hold. */
export function RuleField() {
  const { t } = useTranslation();
  const { control } = useFormContext<{ rule: string }>();
  const { field, fieldState } = useController({ control, name: "rule" });
  const rule = readRule(field.value);
  const set = (change: Partial<RuleDraft>) => field.onChange(writeRule({ ...rule, ...change }));
  const setAt = (at: number, condition: ConditionDraft) => set({ conditions: rule.conditions.with(at, condition) });
  return (
    <fieldset className={styles.rule}>
      <legend>
        {t("tags.rule.title")} <RequiredMark />
      </legend>
      <div className={styles.condition}>
        <label htmlFor="rule-match">{t("tags.rule.match")}</label>
        <select
          id="rule-match"
          className="select"
          value={rule.match}
          onChange={({ target }) => set({ match: target.value === "any" ? "any" : "all" })}
        >
          <option value="all">{t("tags.rule.all")}</option>
          <option value="any">{t("tags.rule.any")}</option>
        </select>
      </div>
      {rule.conditions.map((condition, at) => (
        // a condition has no identity other than its position
        <div key={at} role="group" aria-label={t("tags.rule.condition", { number: at + 1 })} className={styles.condition}>
          <ConditionFields condition={condition} onChange={(next) => setAt(at, next)} />
          {rule.conditions.length > 1 && (
            <IconButton
              icon={Trash2}
              label={t("tags.rule.remove", { number: at + 1 })}
              onClick={() => set({ conditions: rule.conditions.toSpliced(at, 1) })}
            />
          )}
        </div>
      ))}
      {fieldState.error && (
        <p className="error" role="alert">
          {fieldState.error.message}
        </p>
      )}
      {rule.conditions.length < MAX_CONDITIONS && (
        <div>
          <Button size="s" icon={Plus} onClick={() => set({ conditions: [...rule.conditions, newCondition("text")] })}>
            {t("tags.rule.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface Props {
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
}

function ConditionFields({ condition, onChange }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  // suggesting groups requires the permission to read them
  const offered = FIELDS.filter((name) => name !== "group" || can("groups"));
  const { field, compare } = condition;
  return (
    <>
      <select
        className="select"
        aria-label={t("tags.rule.field")}
        value={field}
        onChange={({ target }) => onChange(newCondition(FIELDS.find((name) => name === target.value) ?? field))}
      >
        {offered.map((name) => (
          <option key={name} value={name}>
            {t(`tags.rule.fields.${name}`)}
          </option>
        ))}
      </select>
      {(field === "rating" || field === "received") && (
        <select
          className="select"
          aria-label={t("tags.rule.compare")}
          value={compare}
          onChange={({ target }) => onChange({ ...condition, compare: target.value })}
        >
          {COMPARES[field].map((name) => (
            <option key={name} value={name}>
              {t(`tags.rule.compares.${name}`)}
            </option>
          ))}
        </select>
      )}
      <ConditionValue condition={condition} onChange={(value) => onChange({ ...condition, value })} />
    </>
  );
}
