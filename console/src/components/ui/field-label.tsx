import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

interface Props extends ComponentProps<"label"> {
  /** Said beside it; screen readers hear it of the control, which has `aria-required`. */
  required: boolean | undefined;
}

/** The name of a field, and whether it has to be filled in. */
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

/** The mark itself, for what is no field: a group of choices. `hidden`: the control has `aria-required`. */
export function RequiredMark({ hidden = false }: { hidden?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="required" aria-hidden={hidden || undefined}>
      {t("common.required")}
    </span>
  );
}
