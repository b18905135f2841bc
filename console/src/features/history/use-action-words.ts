import { useTranslation } from "react-i18next";

import { history } from "@/lib/words/en/history";

type Action = keyof typeof history.actions;

/** The name of an action; a decision has the label of its outcome. An unknown action is shown by its code. */
export function useActionWords(): (action: string, label?: string) => string {
  const { t } = useTranslation();
  return (action, label = "") => {
    if (label && (action === "decide" || action === "fire")) return label;
    if (label && action === "undo") return t("history.undid", { label });
    return isKnown(action) ? t(`history.actions.${action}`) : action;
  };
}

const isKnown = (action: string): action is Action => Object.hasOwn(history.actions, action);
