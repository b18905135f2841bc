import { useTranslation } from "react-i18next";

import { Key } from "@/components/ui/key";
import { useCan } from "@/lib/permissions";

import styles from "./dashboard.module.css";

/** The keys that carry a working day. Left out where there is no keyboard. */
export function DayKeys() {
  const { t } = useTranslation();
  const can = useCan();
  const rows = [
    { keys: "j k", label: t("dashboard.keys.move") },
    { keys: "Enter", label: t("dashboard.keys.open") },
    { keys: "n", label: t("dashboard.keys.next") },
    ...(can("search") ? [{ keys: "/", label: t("dashboard.keys.search") }] : []),
    { keys: "?", label: t("dashboard.keys.all") },
  ];
  return (
    <dl className={`not-paper ${styles.dayKeys}`}>
      {rows.map(({ keys, label }) => (
        <div key={keys} className="row">
          <dt className="soft">{label}</dt>
          <dd className="end">
            <Key keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
