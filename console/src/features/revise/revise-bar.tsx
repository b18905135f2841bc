import { Suspense, useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { clock } from "@/lib/clock";
import { formatMoment } from "@/lib/dates";
import { keepFocus } from "@/lib/keep-focus";
import { lazyPart } from "@/lib/lazy-part";

import type { Typed } from "./fields";
import type { RevisionEdit } from "./use-revision";

const ConfirmDialog = lazyPart(async () => ({ default: (await import("@/components/desk/confirm-dialog")).ConfirmDialog }));

export const EDITOR_FORM = "revise";

/** Saves an edit, with its reason. It replaces the outcomes, outside the form's element. */
export function ReviseBar({ edit }: { edit: RevisionEdit }) {
  const { t } = useTranslation();
  const { register, formState, clearErrors } = useFormContext<Typed>();
  const { reason, dirty, isSaving, storedAt, stale, blocked } = edit;
  const [asking, setAsking] = useState(false);
  const isReset = useRef(false);
  useEffect(() => {
    if (asking || !isReset.current) return;
    isReset.current = false;
    // the pressed Reset button is disabled now, so move the focus
    document.getElementById(EDITOR_FORM)?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [asking]);
  const reset = () => setAsking(true);
  const ask = asking && (
    <Suspense fallback={<HoldKeys />}>
      <ConfirmDialog
        title={t("revise.resetAsk.title")}
        confirm={t("revise.resetAsk.confirm")}
        onConfirm={() => {
          isReset.current = true;
          edit.reset();
          clearErrors();
          return Promise.resolve(null);
        }}
        onClose={() => setAsking(false)}
      >
        {t("revise.resetAsk.text")}
      </ConfirmDialog>
    </Suspense>
  );
  const close = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    keepFocus(currentTarget.closest<HTMLElement>("article"));
    edit.close();
  };
  if (stale)
    return (
      <div className="row wrap">
        {ask}
        <Button tone="primary" disabled={isSaving} onClick={edit.rebase}>
          {t("revise.newer.goOn", { number: edit.newest })}
        </Button>
        <Button onClick={reset}>{t("revise.newer.drop")}</Button>
        <Button tone="quiet" hotkey="Esc" onClick={close}>
          {t("revise.close")}
        </Button>
      </div>
    );
  return (
    <>
      {ask}
      <Field label={t("revise.reason")} required hint={t("revise.reasonHint")} error={formState.errors.reason?.message}>
        {(control) => (
          <input
            className="input"
            form={EDITOR_FORM}
            dir="auto"
            {...control}
            {...register("reason")}
            readOnly={isSaving}
          />
        )}
      </Field>
      <div className="row wrap">
        <Button type="submit" form={EDITOR_FORM} tone="primary" hotkey="Ctrl Enter" busy={isSaving} disabled={blocked !== null}>
          {t("revise.save", { number: edit.newest + 1 })}
        </Button>
        <Button title={t("revise.resetHint")} disabled={isSaving || (!dirty && !reason)} onClick={reset}>
          {t("revise.reset")}
        </Button>
        <Button tone="quiet" hotkey="Esc" onClick={close}>
          {t("revise.close")}
        </Button>
        <span className="end" />
        <span className="meta" role="status">
          {isSaving ? t("revise.saving") : (blocked ?? (storedAt ? t("revise.kept", { time: formatMoment(clock.fromLocal(storedAt), clock.now()) }) : ""))}
        </span>
      </div>
    </>
  );
}
