import { type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { useHotkeys } from "@/lib/hotkeys";

interface Handlers {
  onSubmit: () => void;
  onClose: () => void;
}

/** Ctrl+Enter sends a form and Escape closes it, from any of its fields; Escape also from beside it. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, { onSubmit, onClose }: Handlers): void {
  const { t } = useTranslation();
  useHotkeys("forms", [
    { keys: "Ctrl Enter", label: t("work.keys.submit") },
    { keys: "Escape", label: t("work.keys.close"), run: onClose },
  ]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = form.current;
    const hear = (event: KeyboardEvent) => press(event);
    element?.addEventListener("keydown", hear);
    return () => element?.removeEventListener("keydown", hear);
  }, [form]);
}
