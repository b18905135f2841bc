import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { Reads } from "@/api/queries";
import type { NewReasonCode, ReasonCodeChanges } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";

/** The queries that a change of a reason makes out of date; an item contains the forms of its outcomes. */
const REASONS: readonly Reads[] = ["/api/reason-codes", "/api/tasks/{task_id}"];

/** Adds a reason, or changes the one with this code. */
export function useSaveReason(code: string | null) {
  const { t } = useTranslation();
  return useCommand({
    name: `reason ${code ?? "new"}`,
    send: ({ fields, changed }: { fields: NewReasonCode; changed: ReasonCodeChanges }, key) =>
      code === null
        ? answer(api.POST("/api/reason-codes", { body: fields, headers: { "Idempotency-Key": key } }))
        : patch(code, changed),
    refreshes: REASONS,
    says: () => t("reasons.saved"),
  });
}

/** Retires a reason, or restores it. */
export function useOfferReason(code: string) {
  const { t } = useTranslation();
  return useCommand({
    name: `offer reason ${code}`,
    send: (active: boolean) => patch(code, { active }),
    refreshes: REASONS,
    says: ({ active }) => t(active ? "reasons.restored" : "reasons.retired"),
  });
}

/** The sentence of a refusal that belongs to no field. */
export function sayReasonRefusal(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === "last_reason") return t("reasons.last");
  return sayUnknown(error, t);
}

const patch = (code: string, changes: ReasonCodeChanges) =>
  answer(api.PATCH("/api/reason-codes/{code}", { params: { path: { code } }, body: changes }));
