import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { lazyPart } from "@/lib/lazy-part";

import { useItemWork } from "./item-work";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

/** Asks before an outcome that cannot be undone is taken on an item that the person does not hold yet. */
export function AskFirst() {
  const { t } = useTranslation();
  const { task, actions } = useItemWork();
  const { asked, answer } = actions;
  if (!asked) return null;
  return (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t("undo.confirm.title", { label: asked.label })}
        confirm={asked.label}
        onConfirm={() => {
          answer(true);
          return Promise.resolve(null); // a refusal is shown on the item
        }}
        onClose={() => answer(false)}
      >
        {`${t(`undo.confirm.${effectOf(asked.name, task.kind)}`)} ${t(`undo.confirm.later.${kindOf(task.kind)}`)}`.trim()}
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
