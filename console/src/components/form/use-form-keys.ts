import { type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";

interface Handlers {
  onSubmit: () => void;
  /** Left out in a dialog, which closes by itself. */
  onClose?: () => void;
}

/** Ctrl+Enter sends a form and Escape closes it, from any of its fields; Escape also from beside it. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, { onSubmit, onClose }: Handlers): void {
  const { t } = useTranslation();
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit") },
    ...(onClose ? [{ keys: "Escape", label: t("work.keys.close"), run: onClose }] : []),
  ]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !(event.target instanceof Node) || !form.current?.contains(event.target)) return;
    if (event.key === "Escape" && onClose) onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    // at the document: a form in a dialog is not there yet when its dialog begins
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}
