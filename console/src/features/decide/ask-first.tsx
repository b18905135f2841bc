import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { lazyPart } from "@/lib/lazy-part";

import { useItemWork } from "./item-work";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

/**
 * Asks before an outcome that cannot be undone is taken on an item that the person does not hold yet, and before the text
 * goes on without the edit that was typed.
 */
export function AskFirst() {
  const { t } = useTranslation();
  const { task, actions } = useItemWork();
  const { asked, answer } = actions;
  if (!asked) return null;
  const { outcome, why } = asked;
  const { label } = outcome;
  return (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t(why === "edit" ? "revise.unsaved.title" : "undo.confirm.title", { label })}
        confirm={why === "edit" ? t("revise.unsaved.confirm", { label }) : label}
        onConfirm={() => {
          answer(true);
          return Promise.resolve(null); // a refusal is shown on the item
        }}
        onClose={() => answer(false)}
      >
        {why === "edit" ? t("revise.unsaved.text") : `${t(`undo.confirm.${effectOf(outcome.name, task.kind)}`)} ${t(`undo.confirm.later.${kindOf(task.kind)}`)}`.trim()}
      </ConfirmDialog>
    </Suspense>
  );
}

const EFFECTS = ["publish", "confirm"] as const;
const REVIEW = "review_moderation";
const KINDS = [REVIEW, "ticket_resolution", "restriction_request", "testimonial_transcription"] as const;

/** The sentence that says what happens at once. */
const effectOf = (outcome: string, kind: string) =>
  kind === "ticket_resolution" ? "ticket" : kind === REVIEW ? (EFFECTS.find((one) => one === outcome) ?? "other") : "other";

/** Who can open it again, and how, differs by what it is about. */
const kindOf = (kind: string) => KINDS.find((one) => one === kind) ?? "other";
