import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "@/lib/permissions";
import { useAddress } from "@/lib/use-address";

/** In the order of spec, section 2. */
const TABS = ["basic", "password", "notifications", "two_factor", "associations", "keys", "delete"] as const;
export type Tab = (typeof TABS)[number];
/** What one has of one's own account without managing accounts (decision 70). */
const OWN: readonly Tab[] = ["basic", "password", "notifications", "two_factor", "keys"];

/** The tabs that this person sees, and the open one, which stands in the address. */
export function useTab(): [readonly Tab[], Tab, (tab: Tab) => void] {
  const [params, replaceParams] = useAddress();
  const tabs = useCan()("users") ? TABS : OWN;
  const tab = tabs.find((name) => name === params.get("tab")) ?? "basic";
  return [tabs, tab, (next) => replaceParams(next === "basic" ? {} : { tab: next })];
}

/** The tab of two factor authentication, of which the specification says that it is not yet available. */
export function NotYet() {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.two_factor.title")}</h2>
      </div>
      <p className="card-body soft">{t("accounts.two_factor.text")}</p>
    </section>
  );
}
