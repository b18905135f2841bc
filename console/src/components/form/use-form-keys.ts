import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";

interface Handlers {
  onSubmit: () => void;
  /** Ctrl+Enter is heard in its whole item, or page, but not in a dialog or another form, which have keys of their own. */
  ofPage?: boolean;
  /** Left out in a dialog, which closes by itself. */
  onClose?: () => void;
}

/**
 * Ctrl+Enter sends a form and Escape closes it, from any of its fields and buttons, also from those that stand
 * elsewhere and name the form; Escape also when no field has the focus.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, { onSubmit, onClose, ofPage = false }: Handlers): void {
  const { t } = useTranslation();
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit") },
    ...(onClose ? [{ keys: "Escape", label: t("work.keys.close"), run: onClose }] : []),
  ]);

  const focused = useRef<EventTarget | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    // a button that is busy is disabled, and loses the focus to the page: the keys are still meant for its form
    const lost = event.target === document.body && focused.current instanceof Element && focused.current.matches(":disabled");
    const target = lost ? focused.current : event.target;
    if (event.isComposing || !form.current) return;
    const isInForm = belongsTo(form.current, target);
    if (!isInForm && !(ofPage && isAround(form.current, target))) return;
    if (event.key === "Escape" && onClose && isInForm) {
      keepFocus(form.current.closest<HTMLElement>("article"));
      onClose();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    // at the document: a form in a dialog is not there yet when its dialog begins
    const hear = (event: KeyboardEvent) => press(event);
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener("keydown", hear);
    document.addEventListener("focusin", note);
    return () => {
      document.removeEventListener("keydown", hear);
      document.removeEventListener("focusin", note);
    };
  }, []);
}

function isAround(form: HTMLFormElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest("form, [role=dialog], [role=alertdialog], [role=menu]")) return false;
  return target === document.body || (form.closest("article") ?? document.body).contains(target);
}

function belongsTo(form: HTMLFormElement, target: EventTarget | null): boolean {
  return target instanceof Element && (form.contains(target) || [...form.elements].includes(target));
}
