import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router-dom";

import { ProgressBar } from "@/components/ui/progress-bar";

/** The bar along the top while a page's code is on its way. */
export function NavigationProgress() {
  const { t } = useTranslation();
  return useNavigation().state === "idle" ? null : <ProgressBar label={t("frame.loadingPage")} />;
}
