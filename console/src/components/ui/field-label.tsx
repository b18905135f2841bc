import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

interface Props extends ComponentProps<"label"> {
  /** Shown beside the label; screen readers get it from the control's `aria-required`. */
  required: boolean | undefined;
}

/** The label of a field, and whether it is required. */
export function FieldLabel({ required = false, htmlFor, children, ...label }: Props) {
  return (
    <span className="field-label">
      <label htmlFor={htmlFor} {...label}>
        {children}
      </label>
      {required && <RequiredMark hidden />}
    </span>
  );
}

/** The required mark alone, for a group of choices. `hidden`: the control has `aria-required`. */
export function RequiredMark({ hidden = false }: { hidden?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="required" aria-hidden={hidden || undefined}>
      {t("common.required")}
    </span>
  );
}
