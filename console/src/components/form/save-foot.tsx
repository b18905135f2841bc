import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button, type ButtonProps } from "@/components/ui/button";

interface Props extends Pick<ButtonProps, "tone" | "busy" | "disabled"> {
  /** The id of the form that the button submits. */
  form: string;
  /** The fields differ from the stored values. */
  changed: boolean;
  children: ReactNode;
}

/** The footer of a form in a card: the save button is enabled once something has changed. */
export function SaveFoot({ form, changed, disabled = false, children, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <div className="card-foot">
      <Button {...rest} type="submit" form={form} hotkey="Ctrl Enter" disabled={disabled || !changed}>
        {children}
      </Button>
      <span className="meta" role="status">
        {changed && t("common.notSaved")}
      </span>
    </div>
  );
}
