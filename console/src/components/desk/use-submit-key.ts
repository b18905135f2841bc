import { useCallback, useEffect, useRef } from "react";

/**
 * Ctrl+Enter submits a form from anywhere in its dialog. Returns a ref for the form, because a dialog renders its form
 * after the page.
 */
export function useSubmitKey(submit: () => void) {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  return useCallback((form: HTMLFormElement | null) => {
    const hear = (event: KeyboardEvent) => {
      // ignore a key that is still held down since it opened the dialog
      if (event.isComposing || event.repeat || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    const dialog = form?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? form;
    dialog?.addEventListener("keydown", hear);
    return () => dialog?.removeEventListener("keydown", hear);
  }, []);
}
