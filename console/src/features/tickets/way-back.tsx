import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/paths";
import { useAtLeast } from "@/lib/use-media";

import styles from "./tickets.module.css";

/**
 * The link back to the list of all tickets, for the pages that it links to: in the header on a phone, among the facts
 * elsewhere.
 */
export function useWayBack(): [back: { to: string; label: string }, link: ReactNode] {
  const { t } = useTranslation();
  const isPhone = !useAtLeast("sm");
  const back = { to: paths.ticketList, label: t("navigation.ticketList") };
  return [
    back,
    !isPhone && (
      <Link key="back" className={styles.back} to={back.to}>
        <Icon of={ArrowLeft} flip />
        {back.label}
      </Link>
    ),
  ];
}
