import { BookOpenText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";

/** From a review to its whole story; nothing on the story's own page. */
export function StoryLink({ reviewId }: { reviewId: number }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const to = paths.review(reviewId);
  if (pathname === to) return null;
  return (
    <Link className={buttonClass("quiet", "s")} to={to}>
      <Icon of={BookOpenText} />
      {t("story.link")}
    </Link>
  );
}
