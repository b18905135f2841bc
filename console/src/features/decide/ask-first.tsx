import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { heldFor } from "@/api/subjects";
import { HoldKeys } from "@/components/desk/hold-keys";
import { lazyPart } from "@/lib/lazy-part";

import { losesText, useItemWork } from "./item-work";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

/**
 * Asks before an outcome is taken that cannot be undone on an item that the person does not hold, loses a text, leaves an
 * edit behind, or asks for care.
 */
export function AskFirst() {
  const { t } = useTranslation();
  const { task, drafts, actions } = useItemWork();
  const { asked, answer } = actions;
  if (!asked) return null;
  const { label, name, form, undo } = asked.outcome;
  const held = heldFor(task.subject);
  const isEnd = form === null && !undo;
  const said = [
    asked.leavesEdit && t("revise.unsaved.text"),
    task.harm ? t("work.harm.sentence") : held.length > 0 && t("undo.confirm.held", { words: held.join(", ") }),
    isEnd && t(`undo.confirm.${effectOf(name, task.kind)}`),
    isEnd && losesText(drafts) && t("undo.confirm.draft"),
    isEnd && t(`undo.confirm.later.${kindOf(task.kind)}`),
  ];
  return (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t(asked.leavesEdit ? "revise.unsaved.title" : "undo.confirm.title", { label })}
        confirm={asked.leavesEdit ? t("revise.unsaved.confirm", { label }) : label}
        onConfirm={() => {
          answer(true);
          return Promise.resolve(null); // a refusal is shown on the item
        }}
        onClose={() => answer(false)}
      >
        {said.filter(Boolean).join(" ")}
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
