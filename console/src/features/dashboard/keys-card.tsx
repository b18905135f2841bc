import { useTranslation } from "react-i18next";

import { Key } from "@/components/ui/key";
import { useCan } from "@/lib/permissions";
import { useSettings } from "@/lib/settings";

import styles from "./dashboard.module.css";

/** The keys that carry a working day. Left out where there is no keyboard, and where they are switched off. */
export function KeysCard() {
  const { t } = useTranslation();
  const can = useCan();
  const { singleKeys } = useSettings();
  const rows = [
    { keys: "j k", label: t("dashboard.keys.move") },
    { keys: "Enter", label: t("dashboard.keys.open") },
    { keys: "n", label: t("dashboard.keys.next") },
    ...(can("search") ? [{ keys: "/", label: t("dashboard.keys.search") }] : []),
    { keys: "?", label: t("dashboard.keys.all") },
  ];
  if (!singleKeys) return null;
  return (
    <section className={`card ${styles.keys}`} aria-labelledby="keys-title">
      <div className="card-head">
        <h2 id="keys-title">{t("dashboard.keys.title")}</h2>
      </div>
      <dl className="card-body">
        {rows.map(({ keys, label }) => (
          <div key={keys} className="row">
            <dt className="soft">{label}</dt>
            <dd className="end">
              <Key keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
