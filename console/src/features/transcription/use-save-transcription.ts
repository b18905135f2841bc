import "./words";

import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import type { TestimonialDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HISTORIES } from "@/features/tasks/task-reads";
import type { FormValues } from "@/lib/drafts";

import { TESTIMONIAL } from "./use-testimonial";

/** Saves what is transcribed so far as a new version, while the item stays where it is. */
export function useSaveTranscription({ id, revision }: TestimonialDetail, onSaved: () => void) {
  const { t } = useTranslation();
  return useCommand({
    name: `transcription ${id}`,
    send: (typed: FormValues) =>
      answer(
        api.PATCH("/api/testimonial/{testimonial_id}", {
          params: { path: { testimonial_id: id } },
          body: {
            revision,
            reason: "",
            text: String(typed.transcription ?? ""),
            title: String(typed.title ?? ""),
            shown_as: String(typed.shown_as ?? ""),
            stars: Number(typed.stars) || null,
          },
        }),
      ),
    refreshes: [TESTIMONIAL, "/api/tasks/{task_id}", HISTORIES],
    says: () => t("testimonials.text.saved"),
    done: onSaved,
  });
}
