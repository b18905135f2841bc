import { type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";

interface Handlers {
  onSubmit: () => void;
  /** Left out in a dialog, which closes by itself. */
  onClose?: () => void;
}

/**
 * Ctrl+Enter sends a form and Escape closes it, from any of its fields and buttons, also from those that stand
 * elsewhere and name the form; Escape also when no field has the focus.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, { onSubmit, onClose }: Handlers): void {
  const { t } = useTranslation();
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit") },
    ...(onClose ? [{ keys: "Escape", label: t("work.keys.close"), run: onClose }] : []),
  ]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !form.current || !belongsTo(form.current, event.target)) return;
    if (event.key === "Escape" && onClose) {
      keepFocus(form.current.closest<HTMLElement>("article"));
      onClose();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
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

function belongsTo(form: HTMLFormElement, target: EventTarget | null): boolean {
  return target instanceof Element && (form.contains(target) || [...form.elements].includes(target));
}
