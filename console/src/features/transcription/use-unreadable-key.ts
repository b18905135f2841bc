import "./words";

import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";

import { useFileKeys } from "./use-file-keys";

export const UNREADABLE = "i";
const AFTER_A_WORD = /[\p{L}\p{N}.,;:!?\])]$/u;

/** Marks in the text what cannot be read or heard, where the cursor stands: by the key, or by what it returns. */
export function useUnreadableKey(testimonial: TestimonialDetail | null, formId: string): (() => void) | null {
  const { t } = useTranslation();
  const medium = testimonial?.medium;
  const mark = (medium: TestimonialDetail["medium"]) => () => {
    const area = document.getElementById(formId)?.querySelector("textarea");
    if (!area) return;
    const { value, selectionStart: from, selectionEnd: to } = area;
    const before = AFTER_A_WORD.test(value.slice(0, from)) ? " " : "";
    const after = /^[\p{L}\p{N}]/u.test(value.slice(to)) ? " " : "";
    area.setRangeText(`${before}${t(`testimonials.text.mark.${medium}`)}${after}`, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  };
  useFileKeys(medium ? [{ key: UNREADABLE, label: t(`testimonials.text.keys.${medium}`), run: mark(medium) }] : []);
  return medium ? mark(medium) : null;
}
