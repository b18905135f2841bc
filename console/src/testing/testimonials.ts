import { http, HttpResponse } from "msw";

import type { TestimonialPage } from "@/api/types";

import { server } from "./server";

/** A transcribed testimonial, for tests. */
export const aTestimonial = (change: Partial<TestimonialPage> = {}): TestimonialPage => ({
  id: 4,
  title: "Dry again",
  company: { id: 3, name: "Harbour Roofing" },
  author_name: "Agnes Tomlinson",
  medium: "card",
  consent: "asked",
  stars: 5,
  received_at: "2026-11-20T09:00:00Z",
  text: "They mended my roof.",
  shown_as: "Agnes T.",
  author_contact: "a…@example.com",
  consent_on: null,
  source: "cards",
  external_id: "C-1",
  status: "to_check",
  revision: 2,
  flagged_words: [],
  needs_check: false,
  file: { name: "card.jpg", type: "image/jpeg", size: 86_000, duration: null, pages: 2, waveform: [], refusal: "" },
  process: 11,
  task: null,
  outcomes: [],
  versions: [],
  ...change,
});

/** Serves the testimonial, with an image of two pages. */
export function serveTestimonial(change: Partial<TestimonialPage> = {}): void {
  const pages = [1, 2].map((page) => ({ url: `/api/testimonials/open/p${page}`, width: 1500, height: 1000 }));
  server.use(
    http.get("*/api/testimonial/4", () => HttpResponse.json(aTestimonial(change))),
    http.get("*/api/testimonial/4/file", () => HttpResponse.json({ original: "/api/testimonials/open/o", pages, seconds: 300 })),
  );
}
