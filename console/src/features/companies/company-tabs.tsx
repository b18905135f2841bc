import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { CompanyReport } from "@/api/types";
import { TabLink } from "@/components/ui/tabs";
import { formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { type Permission, useCan } from "@/lib/permissions";

/** The parts of a company's page. The reviews have an address of their own (spec, section 2). */
const TABS = [
  { name: "overview" },
  { name: "reviews", needs: "moderation" },
  { name: "conduct", needs: "organisation" },
  { name: "tickets", needs: "tickets" },
  { name: "accounts", needs: "users" },
  { name: "log", needs: "organisation" },
] as const satisfies readonly { name: string; needs?: Permission }[];
export type CompanyTab = (typeof TABS)[number]["name"];

const addressOf = (tab: CompanyTab, id: number) =>
  tab === "reviews" ? paths.companyReviews(id) : tab === "overview" ? paths.company(id) : `${paths.company(id)}?tab=${tab}`;

/** The tabs that this person may open. */
export function useCompanyTabs(): readonly CompanyTab[] {
  const can = useCan();
  return TABS.filter((tab) => !("needs" in tab) || can(tab.needs)).map(({ name }) => name);
}

interface Props {
  id: number;
  /** Undefined while loading. */
  of: CompanyReport | undefined;
  tab: CompanyTab;
}

/** The tabs of a company's page. */
export function CompanyTabs({ id, of, tab }: Props) {
  const { t } = useTranslation();
  const counts: Partial<Record<CompanyTab, number | null | undefined>> = {
    reviews: of?.reviews,
    conduct: of?.requests.requests,
    tickets: of?.open_tickets,
    accounts: of?.accounts,
  };
  return (
    <nav className="tabs" aria-label={t("organisation.company.parts")}>
      {useCompanyTabs().map((name) => (
        <TabLink key={name} to={addressOf(name, id)} isCurrent={name === tab} count={shown(counts[name])}>
          {t(`organisation.company.tabs.${name}`)}
        </TabLink>
      ))}
    </nav>
  );
}

const shown = (count: number | null | undefined) => (count == null ? undefined : formatNumber(count));

/** A link from a card of the overview to the complete list. */
export function AllOf({ tab, id, children }: { tab: CompanyTab; id: number; children: string }) {
  return (
    <Link to={addressOf(tab, id)} className="strong">
      {children}
    </Link>
  );
}
