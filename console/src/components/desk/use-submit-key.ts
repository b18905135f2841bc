import { useCallback, useEffect, useRef } from "react";

/** Ctrl+Enter sends a form from anywhere in its dialog. Gives the form's ref: in a dialog the form comes later than its page. */
export function useSubmitKey(submit: () => void) {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  return useCallback((form: HTMLFormElement | null) => {
    const hear = (event: KeyboardEvent) => {
      // a key that is still down from what opened the dialog sends nothing
      if (event.isComposing || event.repeat || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    const dialog = form?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? form;
    dialog?.addEventListener("keydown", hear);
    return () => dialog?.removeEventListener("keydown", hear);
  }, []);
}
