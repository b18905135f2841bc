import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { TestimonialPage } from "@/api/types";
import { aModerator } from "@/testing/factories";
import { refusal } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const aTestimonial = (change: Partial<TestimonialPage> = {}): TestimonialPage => ({
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
  file: { name: "card.jpg", type: "image/jpeg", size: 86_000, duration: null, pages: 2, waveform: [] },
  process: 11,
  task: null,
  outcomes: [],
  versions: [],
  ...change,
});

function has(change: Partial<TestimonialPage> = {}): void {
  const pages = [1, 2].map((page) => ({ url: `/api/testimonials/open/p${page}`, width: 1500, height: 1000 }));
  server.use(
    http.get("*/api/testimonial/4", () => HttpResponse.json(aTestimonial(change))),
    http.get("*/api/testimonial/4/file", () => HttpResponse.json({ original: "/api/testimonials/open/o", pages, seconds: 300 })),
  );
}

const open = (path: string) => renderApp(path, { as: aModerator() });

describe("a testimonial", () => {
  test("has the status UNKNOWN until it has loaded", async () => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    has();
    server.use(http.get("*/api/testimonial/4", () => loaded.then(() => HttpResponse.json(aTestimonial()))));
    open("/testimonials/4");
    expect(await screen.findByText("UNKNOWN")).toBeVisible();
    load();
    expect(await screen.findByText("To check")).toBeVisible();
    expect(screen.queryByText("UNKNOWN")).not.toBeInTheDocument();
  });

  test("that one has transcribed can be read, and is checked by somebody else", async () => {
    has();
    open("/testimonials/4");
    expect(await screen.findByText("You wrote this transcription. Another person checks it.")).toBeVisible();
    expect(screen.getByText("They mended my roof.")).toBeVisible();
    expect(screen.getByText("Shown as Agnes T.")).toBeVisible();
    expect(screen.getByText("It can be published when the author agrees.")).toBeVisible();
  });

  test("that does not exist says so", async () => {
    server.use(http.get("*/api/testimonial/4", () => refusal(404, "not_found")));
    open("/testimonials/4");
    expect(await screen.findByText("There is no testimonial 4")).toBeVisible();
  });

  test("shows its image page by page, zoomed and turned by buttons and keys", async () => {
    has();
    const { user } = open("/testimonials/4");
    const image = await screen.findByRole("img", { name: "Image of the testimonial, page 1 of 2" });
    await user.click(screen.getByRole("button", { name: "Zoom in" }));
    await user.click(screen.getByRole("button", { name: "Rotate right" }));
    expect(image.style.transform).toBe("translate(0%, 0%) rotate(90deg) scale(1.25)");
    screen.getByRole("button", { name: /^Image\. Arrow keys move it/ }).focus();
    await user.keyboard("+{ArrowRight}");
    expect(image.style.transform).toBe("translate(-10%, 0%) rotate(90deg) scale(1.5625)");
    await user.keyboard("---");
    expect(image.style.transform).toBe("translate(0%, 0%) rotate(90deg) scale(1)");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(screen.getByRole("img", { name: "Image of the testimonial, page 2 of 2" })).toHaveAttribute("src", "/api/testimonials/open/p2");
  });

  test("keeps its author’s contact masked until somebody asks for it", async () => {
    has();
    server.use(http.post("*/api/testimonial/4/contact", () => HttpResponse.json({ contact: "agnes@example.com" })));
    const { user } = open("/testimonials/4");
    expect(await screen.findByText("a…@example.com")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show the contact" }));
    expect(await screen.findByText("agnes@example.com")).toBeVisible();
  });

  test("records the consent with its day", async () => {
    has();
    const sent: unknown[] = [];
    server.use(
      http.put("*/api/testimonial/4/consent", async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = open("/testimonials/4");
    await user.click(await screen.findByRole("button", { name: "Record consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    await user.selectOptions(within(dialog).getByLabelText("What the author said"), "given");
    const day = within(dialog).getByLabelText("On which day");
    await user.clear(day);
    await user.type(day, "2026-11-19");
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    await waitFor(() => expect(sent).toEqual([{ consent: "given", on: "2026-11-19" }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("says why a consent cannot be taken back to “asked” once it is in use", async () => {
    has();
    server.use(http.put("*/api/testimonial/4/consent", () => refusal(409, "consent_in_use")));
    const { user } = open("/testimonials/4");
    await user.click(await screen.findByRole("button", { name: "Record consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    await user.selectOptions(within(dialog).getByLabelText("What the author said"), "asked");
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    expect(await within(dialog).findByRole("alert")).toBeVisible();
  });
});

describe("a recording", () => {
  const recording: Partial<TestimonialPage> = {
    medium: "audio",
    file: { name: "voice.mp3", type: "audio/mpeg", size: 400_000, duration: 60_000, pages: 0, waveform: [10, 80, 30] },
  };

  async function player() {
    has(recording);
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    const { user } = open("/testimonials/4");
    const media = await screen.findByLabelText<HTMLAudioElement>("Recording of the testimonial");
    Object.defineProperty(media, "currentTime", { value: 20, writable: true });
    return { user, media, play };
  }

  test("obeys its keys wherever the focus is", async () => {
    const { user, media, play } = await player();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(play).toHaveBeenCalledOnce();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(media.currentTime).toBe(15);
    await user.keyboard("{Alt>}{ArrowRight}{ArrowRight}{/Alt}");
    expect(media.currentTime).toBe(25);
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(media.playbackRate).toBe(1.25);
    await user.keyboard("{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}");
    expect(media.playbackRate).toBe(0.5); // after the fastest comes the slowest
  });

  test("asks for another address when its own has ended, and says so if that does not help", async () => {
    const { media } = await player();
    const asked = vi.fn();
    server.use(
      http.get("*/api/testimonial/4/file", () => {
        asked();
        return HttpResponse.json({ original: "/api/testimonials/open/o2", pages: [], seconds: 300 });
      }),
    );
    media.dispatchEvent(new Event("error"));
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    await waitFor(() => expect(media).toHaveAttribute("src", "/api/testimonials/open/o2"));
    media.dispatchEvent(new Event("error"));
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    media.dispatchEvent(new Event("error"));
    expect(await screen.findByText(/^This browser cannot play the file/)).toBeVisible();
  });
});

describe("the list of testimonials", () => {
  test("is narrowed by a status, which stands in the address", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/testimonials", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("status") ?? "");
        const { id, title, company, author_name, medium, consent, stars, received_at, status } = aTestimonial();
        const row = { id, title, company, author_name, medium, consent, stars, received_at, status, excerpt: "They mended" };
        return HttpResponse.json({ items: [row], next_cursor: null });
      }),
    );
    const { user, router } = open("/testimonials/list");
    expect(await screen.findByText("Dry again")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Published" }));
    await waitFor(() => expect(asked.at(-1)).toBe("published"));
    expect(router.state.location.search).toBe("?status=published");
  });

  test("adds one only with its file and its company", async () => {
    server.use(http.get("*/api/testimonials", () => HttpResponse.json({ items: [], next_cursor: null })));
    const { user } = open("/testimonials/list");
    await user.click(await screen.findByRole("button", { name: "Add a testimonial" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a testimonial" });
    await user.click(within(dialog).getByRole("button", { name: "Add" }));
    expect(await within(dialog).findByText("Choose a file.")).toBeVisible();
    expect(within(dialog).getByText("Choose a company.")).toBeVisible();
  });
});
