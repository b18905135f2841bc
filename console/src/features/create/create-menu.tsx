import { Building, Building2, Star, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMatch } from "react-router-dom";

import { Menu, MenuItem } from "@/components/ui/menu";
import type { OnDemandProps } from "@/components/ui/on-demand";
import { paths } from "@/lib/paths";

/** What can be created, in the order of spec, section 2; a review is added on the page of a company other than 0 alone. */
export function CreateMenu({ trigger }: OnDemandProps) {
  const { t } = useTranslation();
  const onCompany = Number(useMatch(paths.company(":companyID"))?.params.companyID) > 0;
  const notYet = t("frame.create.notYet");
  return (
    <Menu side="top" trigger={trigger} defaultOpen>
      <MenuItem icon={Building} unavailable={notYet}>
        {t("frame.create.company")}
      </MenuItem>
      <MenuItem icon={UserPlus} unavailable={notYet}>
        {t("frame.create.account")}
      </MenuItem>
      <MenuItem icon={Building2} unavailable={notYet}>
        {t("frame.create.group")}
      </MenuItem>
      {onCompany && (
        <MenuItem icon={Star} unavailable={notYet}>
          {t("frame.create.review")}
        </MenuItem>
      )}
    </Menu>
  );
}
