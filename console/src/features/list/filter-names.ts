import type { TFunction } from "i18next";

import type { Filters } from "@/features/tasks/view";

import type { Names } from "./use-names";

/** The filters that are on, in words: `1 star`, `flagged`, `Hollin Lane Opticians`. */
export function filterNames(
  { rating, flagged, company, person, q, snoozed, overdue }: Filters,
  { companies, people }: Names,
  t: TFunction,
): string[] {
  const names: string[] = [];
  if (rating !== null) names.push(t("work.filter.stars", { count: rating }));
  if (flagged) names.push(t("work.filter.flagged"));
  if (company !== null) names.push(companies.get(company) ?? t("work.filter.companyNumber", { id: company }));
  if (person !== null) names.push(people.get(person) ?? t("people.filter.number", { id: person }));
  if (snoozed) names.push(t("work.putOff.filter"));
  if (overdue) names.push(t("work.filter.overdue"));
  if (q) names.push(`“${q}”`);
  return names;
}
