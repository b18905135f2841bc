import { useTranslation } from "react-i18next";

import type { Batch } from "@/api/types";

import styles from "./bulk.module.css";

const TONES: Record<Batch["state"], string> = {
  waiting: "tone-info",
  confirming: "tone-warning",
  lapsed: "hollow",
  running: "tone-info",
  stopped: "tone-danger",
  done: "tone-success",
  cancelled: "hollow",
  rolling_back: "tone-info",
  rolled_back: "hollow",
};

export function BatchStateBadge({ state }: Pick<Batch, "state">) {
  const { t } = useTranslation();
  return <span className={`badge badge-dot ${TONES[state]} ${styles.state}`}>{t(`bulk.states.${state}`)}</span>;
}
