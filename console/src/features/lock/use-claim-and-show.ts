import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { claimAndTell } from "./claim-and-tell";
import { useMe } from "./use-lock";

/** Enter on a row: shows the item and takes it. */
export function useClaimAndShow(show: (taskId: number) => void): (taskId: number) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  return useCallback(
    (taskId: number) => {
      show(taskId);
      void claimAndTell(client, taskId, me, t);
    },
    [client, me, show, t],
  );
}
