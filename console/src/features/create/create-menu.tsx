import { Building, Building2, Plus, Star, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMatch } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem } from "@/components/ui/menu";
import { paths } from "@/lib/paths";

/** The floating add button. Its holders have the permission `top_level_add`; a review is added on a company page alone. */
export function CreateMenu() {
  const { t } = useTranslation();
  const onCompany = useMatch(paths.company(":companyID")) !== null;
  const notYet = t("frame.create.notYet");
  return (
    <Menu
      side="top"
      trigger={
        <button className="add" type="button" aria-label={t("frame.create.open")}>
          <Icon of={Plus} />
        </button>
      }
    >
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
