import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { DashboardFigures } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Key } from "@/components/ui/key";
import { Skeleton } from "@/components/ui/skeleton";
import { useSession, useUser } from "@/features/session/session-context";
import { useDesk } from "@/lib/desk";
import { notifyFailure } from "@/lib/notifications";
import { useCan } from "@/lib/permissions";
import { useSettings } from "@/lib/settings";

import styles from "./dashboard.module.css";

const KNOWN_AFTER = 20; // decisions after which the card is no longer needed
const TO_COME = ["1", "2", "3", "4", "5"]; // placeholders, as many as the first queue has outcomes

/**
 * For beginners: what the outcomes mean, where the rules are, and the most useful keys. It does not come back once it
 * was dismissed, and people who decide regularly do not get it.
 */
export function MorningCard({ outcomes }: { outcomes: DashboardFigures["morning"] | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const { refresh } = useSession();
  const { knows_outcomes: knows } = useUser();
  const { singleKeys } = useSettings();
  const rules = useDesk().review_rules;
  const { run: putAway, busy } = useCommand({
    name: "put the first morning away",
    send: async () => {
      await answer(api.DELETE("/api/dashboard/morning"));
    },
    done: refresh,
    refused: (error) => notifyFailure(sayUnknown(error, t)),
  });
  const isFor = !knows && outcomes !== null && can("moderation") && !can("head_moderator");
  const { data: own } = useQuery({ ...read("/api/user/me/figures"), enabled: isFor });
  if (!isFor || !own || own.decided_lately >= KNOWN_AFTER) return null;
  return (
    <section className="card" aria-labelledby="morning-title">
      <div className="card-head">
        <h2 id="morning-title">{t("dashboard.morning.title")}</h2>
      </div>
      <div className="card-body stack">
        <p>{t("dashboard.morning.text")}</p>
        <div className="stack-s">
          <h3>{t("dashboard.morning.fold")}</h3>
          <dl className={styles.outcomes} aria-busy={!outcomes}>
            {outcomes?.map(({ name, label, hotkey, about }) => (
              <div key={name}>
                <dt className="row strong">
                  {label} {singleKeys && hotkey && <Key keys={hotkey} />}
                </dt>
                <dd className="soft">{about}</dd>
              </div>
            )) ??
              TO_COME.map((key) => (
                <div key={key}>
                  <dt>
                    <Skeleton width="30%" />
                  </dt>
                  <dd>
                    <Skeleton width="90%" />
                    <Skeleton width="60%" />
                  </dd>
                </div>
              ))}
          </dl>
        </div>
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
        <Button size="s" busy={busy} onClick={() => void putAway()}>
          {t("dashboard.morning.close")}
        </Button>
      </div>
    </section>
  );
}

/** The most useful keys. Hidden on devices without a keyboard. */
function DayKeys() {
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
