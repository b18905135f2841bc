import type { TagRule } from "@/api/types";
import { SOURCES } from "@/components/desk/use-source-name";

/** A condition in the form: its value is text. */
export interface ConditionDraft {
  field: ConditionField;
  compare: string;
  value: string;
}

export interface RuleDraft {
  match: "all" | "any";
  conditions: ConditionDraft[];
}

export const FIELDS = ["rating", "source", "group", "text", "received"] as const;
type ConditionField = (typeof FIELDS)[number];
/** The comparisons of a field; the first one is the default. */
export const COMPARES = { rating: ["at_least", "at_most"], received: ["from", "before"] } as const;
export const MAX_CONDITIONS = 10; // the server's limit

const FIRST_VALUE: Record<ConditionField, string> = { rating: "4", source: "google", group: "", text: "", received: "" };

export function newCondition(field: ConditionField): ConditionDraft {
  const compare = field === "rating" || field === "received" ? COMPARES[field][0] : "";
  return { field, compare, value: FIRST_VALUE[field] };
}

/** The draft of a rule as one text, for its form field. */
export const writeRule = (rule: RuleDraft): string => JSON.stringify(rule);
export const readRule = (text: string): RuleDraft => JSON.parse(text) as RuleDraft;
export const BLANK_RULE = writeRule({ match: "all", conditions: [newCondition("rating")] });

/** The rule in the API's format; null while a condition is incomplete. */
export function ruleOf(text: string): TagRule | null {
  const { match, conditions } = readRule(text);
  const complete = conditions.map(conditionOf);
  return complete.every((condition) => condition !== null) ? { match, conditions: complete } : null;
}

type Condition = TagRule["conditions"][number];

function conditionOf({ field, compare, value }: ConditionDraft): Condition | null {
  const text = value.trim();
  switch (field) {
    case "rating":
      return { field, compare: compare === "at_most" ? "at_most" : "at_least", value: Number(text) };
    case "source":
      return { field, value: SOURCES.find((source) => source === text) ?? "wf" };
    case "group": {
      const id = Number.parseInt(text, 10); // a suggested group is filled in as its id, followed by its name
      return id > 0 ? { field, value: id } : null;
    }
    case "text":
      return text ? { field, value: text } : null;
    case "received":
      return text ? { field, compare: compare === "before" ? "before" : "from", value: text } : null;
  }
}
