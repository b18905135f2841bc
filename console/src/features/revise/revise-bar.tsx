import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatTime } from "@/lib/dates";
import { keepFocus } from "@/lib/keep-focus";

import { EDITOR_FORM } from "./editor";
import type { RevisionEdit } from "./use-revision";

/** Where an edit is saved, with its reason; it stands where the outcomes do otherwise. */
export function ReviseBar({ edit }: { edit: RevisionEdit }) {
  const { t } = useTranslation();
  const { reason, problems, dirty, isSaving, keptAt, stale, off } = edit;
  const close = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    keepFocus(currentTarget.closest<HTMLElement>("article"));
    edit.close();
  };
  if (stale)
    return (
      <div className="outcome">
        <div className="row wrap">
          <Button tone="primary" disabled={isSaving} onClick={edit.rebase}>
            {t("revise.newer.goOn", { number: edit.newest })}
          </Button>
          <Button onClick={edit.reset}>{t("revise.newer.drop")}</Button>
          <Button tone="quiet" hotkey="Esc" onClick={close}>
            {t("revise.close")}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="outcome">
      <Field label={t("revise.reason")} hint={t("revise.reasonHint")} error={problems.reason}>
        {(control) => (
          <input
            className="input"
            form={EDITOR_FORM}
            dir="auto"
            aria-required
            {...control}
            value={reason}
            onChange={({ target }) => edit.explain(target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === "Escape") close(event);
              else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void edit.save();
              else return;
              event.preventDefault();
            }}
          />
        )}
      </Field>
      <div className="row wrap">
        <Button type="submit" form={EDITOR_FORM} tone="primary" hotkey="Ctrl Enter" busy={isSaving} disabled={off}>
          {t("revise.save", { number: edit.newest + 1 })}
        </Button>
        <Button title={t("revise.resetHint")} disabled={isSaving || (!dirty && !reason)} onClick={edit.reset}>
          {t("revise.reset")}
        </Button>
        <Button tone="quiet" hotkey="Esc" onClick={close}>
          {t("revise.close")}
        </Button>
        <span className="end" />
        <span className="meta" role="status">
          {isSaving ? t("revise.saving") : keptAt ? t("revise.kept", { time: formatTime(keptAt) }) : ""}
        </span>
      </div>
    </div>
  );
}
