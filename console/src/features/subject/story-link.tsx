import { BookOpenText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import type { Subject } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Tooltip } from "@/components/ui/tooltip";
import { paths } from "@/lib/paths";

import { isBlind } from "./blind";

/** The link to the whole record of a review; hidden on that page, and while the result is hidden. */
export function StoryLink({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const to = paths.review(subject.id);
  if (pathname === to || isBlind(subject)) return null;
  return (
    <Tooltip label={t("story.link")}>
      <Link className={buttonClass("quiet", "s")} to={to}>
        <Icon of={BookOpenText} />
        {t("story.link")}
      </Link>
    </Tooltip>
  );
}
