import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { useUser } from "@/features/session/session-context";
import { useDesk } from "@/lib/desk";
import { useCan } from "@/lib/permissions";
import { useSettings } from "@/lib/settings";

import styles from "./dashboard.module.css";
import { DayKeys } from "./day-keys";

const OUTCOMES = ["approve", "reject", "investigate", "escalate"] as const;

/** The ids of the people who have put the card away in this browser. */
const KNOWN_BY = "firstMorningKnownBy";

function whoKnows(): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KNOWN_BY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // not JSON
  }
}

/** For who begins: what the outcomes mean, where the rules are, the keys of a day. Put away, it does not come back. */
export function MorningCard() {
  const { t } = useTranslation();
  const can = useCan();
  const { id } = useUser();
  const { singleKeys } = useSettings();
  const [knows, setKnows] = useState(() => whoKnows().includes(id));
  const rules = useDesk().review_rules;
  const isNew = can("moderation") && !can("head_moderator") && !knows;
  if (!isNew) return null;
  const putAway = () => {
    localStorage.setItem(KNOWN_BY, JSON.stringify([...whoKnows(), id]));
    setKnows(true);
  };
  return (
    <section className="card" aria-labelledby="morning-title">
      <div className="card-head">
        <h2 id="morning-title">{t("dashboard.morning.title")}</h2>
      </div>
      <div className="card-body stack">
        <p>{t("dashboard.morning.text")}</p>
        <dl className={styles.outcomes}>
          {OUTCOMES.map((name) => (
            <div key={name}>
              <dt className="strong">{t(`dashboard.morning.outcomes.${name}.name`)}</dt>
              <dd className="soft">{t(`dashboard.morning.outcomes.${name}.means`)}</dd>
            </div>
          ))}
        </dl>
        {rules && (
          <p>
            <a href={rules} target="_blank" rel="noreferrer">
              {t("dashboard.morning.rules")} <span className="sr">({t("common.opensInNewTab")})</span>
            </a>
          </p>
        )}
        {singleKeys && <DayKeys />}
      </div>
      <div className="card-foot">
        <span className="end" />
        <Button size="s" onClick={putAway}>
          {t("dashboard.morning.close")}
        </Button>
      </div>
    </section>
  );
}
