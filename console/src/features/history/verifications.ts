import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { Verification } from "@/api/types";
import { useCommand } from "@/api/use-command";

const POLL_MS = 2_000; // while a verification runs

/** The newest verifications of history, polled while one runs. */
export function useVerifications() {
  return useQuery({
    ...read("/api/history/verifications"),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
  });
}

/** Requests a verification of the whole history. */
export function useVerify() {
  const { t } = useTranslation();
  return useCommand({
    name: "verify history",
    send: (_: undefined, key) => answer(api.POST("/api/history/verifications", { headers: { "Idempotency-Key": key } })),
    refreshes: ["/api/history/verifications"],
    says: () => t("history.verification.asked"),
  });
}

export const isRunning = ({ ended_at: endedAt }: Verification): boolean => endedAt === null;

/** The newest verification that has a result. */
export const lastResult = (items: readonly Verification[]): Verification | undefined => items.find(({ faults }) => faults !== null);
