import { useQuery } from "@tanstack/react-query";
import { Building, Building2, Star, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMatch } from "react-router-dom";

import { read } from "@/api/queries";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { OnDemandProps } from "@/components/ui/on-demand";
import { useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";

import { isEmbeddable } from "./review-form";
import { useCreate } from "./use-create";

/**
 * The kinds of things that can be created, in the order of spec, section 2. A review can only be added on the page of a
 * company, except company 0.
 */
export function CreateMenu({ trigger, openedBy }: OnDemandProps) {
  const { t } = useTranslation();
  const create = useCreate();
  const company = Number(useMatch(paths.company(":companyID"))?.params.companyID) || 0;
  return (
    <Menu side="top" trigger={trigger} openedBy={openedBy}>
      <MenuItem icon={Building} onSelect={() => create("company")}>
        {t("frame.create.company")}
      </MenuItem>
      <MenuItem icon={UserPlus} onSelect={() => create("account")}>
        {t("frame.create.account")}
      </MenuItem>
      <MenuItem icon={Building2} onSelect={() => create("group")}>
        {t("frame.create.group")}
      </MenuItem>
      {company > 0 && <ReviewItem company={company} onSelect={() => create({ reviewOf: company })} />}
    </Menu>
  );
}

/** Disabled if the company is closed, because it takes no new reviews, or if no form is configured. */
function ReviewItem({ company, onSelect }: { company: number; onSelect: () => void }) {
  const { t } = useTranslation();
  const form = useDesk().review_form;
  const { data } = useQuery(read("/api/company/{company_id}", { path: { company_id: company } }));
  const reason = !isEmbeddable(form) ? "noForm" : data?.status === "closed" ? "closed" : null;
  return (
    <MenuItem icon={Star} unavailable={reason ? t(`frame.create.${reason}`) : undefined} onSelect={onSelect}>
      {t("frame.create.review")}
    </MenuItem>
  );
}
