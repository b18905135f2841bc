import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button, type ButtonProps } from "@/components/ui/button";

interface Props extends Pick<ButtonProps, "tone" | "busy" | "disabled"> {
  /** The id of the form that it sends. */
  form: string;
  /** Something differs from what is stored. */
  changed: boolean;
  children: ReactNode;
}

/** The foot of a card with a form: it is saved when something was changed, and says until then that it is not. */
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
