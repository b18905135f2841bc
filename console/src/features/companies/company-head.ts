import type { TFunction } from "i18next";

import type { CompanyReport } from "@/api/types";
import { searchPath } from "@/lib/paths";
import type { Permission } from "@/lib/permissions";

/** The link back to the companies, for people who may search them. */
export const backToCompanies = (can: (permission: Permission) => boolean, t: TFunction) =>
  can("search") ? { to: searchPath("", "companies"), label: t("organisation.companies.toList") } : null;

/** The line under the name of a company: its number, address and groups. */
export function headOf(company: CompanyReport | undefined, id: number, t: TFunction) {
  const place = [company?.address, company?.postcode].filter(Boolean).join(" ");
  const groups = company?.groups.map(({ name }) => name).join(", ");
  return {
    name: company?.name,
    facts: [t("organisation.company.fact", { id }), place, groups && t("organisation.company.memberOf", { groups })],
  };
}
