import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read, refresh } from "@/api/queries";
import { useCommand } from "@/api/use-command";

const POLL_MS = 60_000;

/** Background jobs that failed in all attempts. */
export function useFailedJobs() {
  return useQuery({ ...read("/api/jobs/failed"), refetchInterval: POLL_MS });
}

/** Retries one failed job, with all its attempts. */
export function useRetryJob() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCommand({
    name: "retry job",
    send: (id: number, key) =>
      answer(api.POST("/api/jobs/{job_id}/retry", { params: { path: { job_id: id } }, headers: { "Idempotency-Key": key } })),
    refreshes: ["/api/jobs/failed"],
    says: () => t("jobs.tried"),
    refused: () => refresh(client, "/api/jobs/failed"),
  });
}
