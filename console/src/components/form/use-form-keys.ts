import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";
import { keepFocus } from "@/lib/keep-focus";

interface Handlers {
  onSubmit: () => void;
  /**
   * Listens for Ctrl+Enter in the whole item or page, but not in a dialog or another form, which have their own keys.
   */
  ofPage?: boolean;
  /** Called on Escape. Left out in a dialog, which closes by itself. */
  onClose?: () => void;
}

/**
 * Ctrl+Enter submits a form and Escape closes it, from any of its fields and buttons, including those outside it that
 * name the form by id. Escape also works when no field has the focus.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, { onSubmit, onClose, ofPage = false }: Handlers): void {
  const { t } = useTranslation();
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit") },
    ...(onClose ? [{ keys: "Escape", label: t("work.keys.close"), run: onClose }] : []),
  ]);

  const focused = useRef<EventTarget | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    // a busy button is disabled and loses the focus to the page: its keys still belong to the form
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
    // on the document: the form in a dialog does not exist yet when the dialog mounts
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
