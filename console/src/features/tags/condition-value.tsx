import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { SOURCES } from "@/components/desk/use-source-name";
import { DateInput } from "@/components/ui/date-input";

import type { ConditionDraft } from "./rule-draft";

interface Props {
  condition: ConditionDraft;
  onChange: (value: string) => void;
}

/** The field for the value of a condition. */
export function ConditionValue({ condition: { field, value }, onChange }: Props) {
  const { t } = useTranslation();
  const common = { "aria-label": t("tags.rule.value"), value };
  switch (field) {
    case "rating":
      return (
        <select {...common} className="select" onChange={({ target }) => onChange(target.value)}>
          {[1, 2, 3, 4, 5].map((stars) => (
            <option key={stars} value={stars}>
              {stars}
            </option>
          ))}
        </select>
      );
    case "source":
      return (
        <select {...common} className="select" onChange={({ target }) => onChange(target.value)}>
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(`tags.rule.sources.${source}`)}
            </option>
          ))}
        </select>
      );
    case "group":
      return <GroupValue value={value} onChange={onChange} />;
    case "text":
      return <input {...common} className="input" dir="auto" maxLength={200} onChange={({ target }) => onChange(target.value)} />;
    case "received":
      return <DateInput {...common} onChange={onChange} />;
  }
}

/** A group by its id; the browser suggests groups whose names contain the typed text. */
function GroupValue({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const q = /^\d+ - /.test(value) ? (value.split(" ")[0] ?? "") : value.trim();
  const { data } = useQuery({ ...read("/api/groups", { query: { q, limit: 20 } }), placeholderData: keepPreviousData });
  return (
    <>
      <input
        className="input"
        aria-label={t("tags.rule.value")}
        placeholder={t("tags.rule.groupHint")}
        list={id}
        maxLength={200}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {data?.items.map((group) => (
          <option key={group.id} value={t("organisation.newCompany.option", group)} />
        ))}
      </datalist>
    </>
  );
}
