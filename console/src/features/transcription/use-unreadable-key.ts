import "./words";

import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";

import { useFileKeys } from "./use-file-keys";

export const UNREADABLE = "i";

/** Marks in the text what cannot be read or heard, where the cursor stands: by the key, or by what it returns. */
export function useUnreadableKey(testimonial: TestimonialDetail | null, formId: string): (() => void) | null {
  const { t } = useTranslation();
  const medium = testimonial?.medium;
  const mark = (medium: TestimonialDetail["medium"]) => () => {
    const area = document.getElementById(formId)?.querySelector("textarea");
    if (!area) return;
    area.setRangeText(t(`testimonials.text.mark.${medium}`), area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  };
  useFileKeys(medium ? [{ key: UNREADABLE, label: t(`testimonials.text.keys.${medium}`), run: mark(medium) }] : []);
  return medium ? mark(medium) : null;
}
