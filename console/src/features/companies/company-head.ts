import type { TFunction } from "i18next";

import type { CompanyReport } from "@/api/types";

/** The line under the name of a company: its number, where it is, and what it belongs to. */
export function headOf(company: CompanyReport | undefined, id: number, t: TFunction) {
  const place = [company?.address, company?.postcode].filter(Boolean).join(" ");
  const groups = company?.groups.map(({ name }) => name).join(", ");
  return {
    name: company?.name,
    facts: [t("organisation.company.fact", { id }), place, groups && t("organisation.company.memberOf", { groups })],
  };
}
