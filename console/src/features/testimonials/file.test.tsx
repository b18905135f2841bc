import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

import type { TestimonialPage } from "@/api/types";
import styles from "@/features/transcription/testimonial.module.css";
import { aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { serveTestimonial } from "@/testing/testimonials";

const open = (path: string) => renderApp(path, { as: aModerator() });

/**
 * Serves addresses that are valid for the given `seconds`, one request after the other, with a new name each unless
 * `name` is given. Returns a function that counts the requests.
 */
function addresses(seconds: number[], name?: string): () => number {
  let asked = 0;
  server.use(
    http.get("*/api/testimonial/4/file", () => {
      asked += 1;
      const part = name ?? `n${asked}`;
      const pages = [{ url: `/api/testimonials/open/p${part}`, width: 1500, height: 1000 }];
      return HttpResponse.json({ original: `/api/testimonials/open/${part}`, pages, seconds: seconds[asked - 1] ?? 300 });
    }),
  );
  return () => asked;
}

describe("an image", () => {
  const image = () => screen.findByRole<HTMLImageElement>("img", { name: /^Image of the testimonial/ });

  test("shows its image page by page, zoomed and turned by buttons and keys", async () => {
    serveTestimonial();
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

  test("whose address has ended gets another one, and says so if that does not help", async () => {
    serveTestimonial();
    const asked = addresses([30]);
    const { user } = open("/testimonials/4");
    fireEvent.error(await image());
    await waitFor(async () => expect(await image()).toHaveAttribute("src", "/api/testimonials/open/pn2"));
    for (let again = 0; again < 3; again += 1) fireEvent.error(await image());
    expect(await screen.findByRole("alert")).toHaveTextContent("Could not load the file");
    expect(asked()).toBe(2);
    await user.click(screen.getByRole("button", { name: "Load the file again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    expect(await image()).toHaveAttribute("src", "/api/testimonials/open/pn3");
  });

  test("is loaded again by the same address where the new one is no other", async () => {
    serveTestimonial();
    addresses([300], "same");
    const { user } = open("/testimonials/4");
    const before = await image();
    fireEvent.error(before);
    await user.click(await screen.findByRole("button", { name: "Load the file again" }));
    await waitFor(async () => expect(await image()).not.toBe(before));
  });

  test("is zoomed, moved, turned and brightened by keys while somebody types, and says so", async () => {
    serveTestimonial();
    const { user } = open("/testimonials/4");
    const shown = await image();
    await user.click(screen.getByTitle(/^Brightness/));
    screen.getByRole("slider", { name: "Brightness" }).focus();
    await user.keyboard("{Alt>}++{ArrowRight}{ArrowDown}rl{/Alt}");
    expect(shown.style.transform).toBe("translate(-10%, -10%) rotate(90deg) scale(1.5625)");
    expect(shown.style.filter).toBe("brightness(125%)");
    await user.keyboard("{Alt>}llll{/Alt}");
    expect(shown.style.filter).toBe("brightness(50%)"); // after the brightest level it starts again with the darkest
    await user.keyboard("{Alt>}-{/Alt}{Alt>}0{/Alt}");
    expect(shown.style.transform).toBe("translate(0%, 0%) rotate(90deg) scale(1)");
    await user.keyboard("{Alt>}{PageDown}{/Alt}");
    expect(await image()).toHaveAttribute("src", "/api/testimonials/open/p2");
    await user.keyboard("{Alt>}{PageUp}{/Alt}");
    expect(await image()).toHaveAttribute("src", "/api/testimonials/open/p1");
    // the character that Alt+R types on a Mac
    fireEvent.keyDown(document.body, { altKey: true, key: "®", code: "KeyR" });
    expect((await image()).style.transform).toContain("rotate(180deg)");
    expect(screen.getByRole("button", { name: "Rotate right" })).toHaveAttribute("aria-keyshortcuts", "Alt+r");
    (document.activeElement as HTMLElement).blur();
    await user.keyboard("?");
    const sheet = within(await screen.findByRole("dialog", { name: "Keys" }));
    expect(sheet.getByRole("heading", { name: "The file" })).toBeVisible();
    expect(sheet.getByText("Zoom in")).toBeVisible();
  });

  test("is dragged as far as its edge, and brightened by its slider", async () => {
    serveTestimonial();
    const { user } = open("/testimonials/4");
    const shown = await image();
    const view = screen.getByRole("button", { name: /^Image\. Arrow keys move it/ });
    Object.defineProperties(view, { clientWidth: { value: 400 }, clientHeight: { value: 200 } });
    const drag = (buttons: number, movementX: number, movementY: number) => {
      const event = new MouseEvent("pointermove", { bubbles: true, buttons });
      Object.defineProperties(event, { movementX: { value: movementX }, movementY: { value: movementY } });
      fireEvent(view, event);
    };
    drag(1, 40, 20);
    expect(shown.style.transform).toContain("translate(0%, 0%)"); // the whole image is visible
    for (let times = 0; times < 4; times += 1) await user.click(screen.getByRole("button", { name: "Zoom in" }));
    drag(0, 40, 20);
    expect(shown.style.transform).toContain("translate(0%, 0%)"); // no button is pressed
    drag(1, 40, -20);
    await waitFor(() => expect(shown.style.transform).toContain("translate(10%, -10%)"));
    drag(1, 4_000, 0);
    await waitFor(() => expect(shown.style.transform).toMatch(/translate\(72\.0\d+%, -10%\)/));
    expect(screen.getByText("244%")).toBeVisible();
    await user.click(screen.getByTitle(/^Brightness/));
    fireEvent.change(screen.getByRole("slider", { name: "Brightness" }), { target: { value: "140" } });
    expect(shown.style.filter).toBe("brightness(140%)");
  });
});

describe("a recording", () => {
  const recording: Partial<TestimonialPage> = {
    medium: "audio",
    file: { name: "voice.mp3", type: "audio/mpeg", size: 400_000, duration: 60_000, pages: 0, waveform: [10, 80, 30], refusal: "" },
  };

  async function player() {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    const { user } = open("/testimonials/4");
    const media = await screen.findByLabelText<HTMLAudioElement>("Recording of the testimonial");
    Object.defineProperty(media, "currentTime", { value: 20, writable: true });
    const plays = (at: number) => {
      media.currentTime = at;
      fireEvent.timeUpdate(media);
    };
    return { user, media, play, plays };
  }

  test("obeys its keys wherever the focus is", async () => {
    serveTestimonial(recording);
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
    expect(media.playbackRate).toBe(0.5); // after the fastest speed comes the slowest
    await user.selectOptions(screen.getByLabelText("Speed"), "2×");
    expect(media.playbackRate).toBe(2);
  });

  test("loops between two marks, by a key that works while somebody types", async () => {
    serveTestimonial(recording);
    const { user, media, plays } = await player();
    plays(20);
    screen.getByRole("slider", { name: "Position" }).focus();
    await user.keyboard("{Alt>}l{/Alt}");
    plays(30);
    await user.click(screen.getByRole("button", { name: "Loop to here" }));
    expect(document.querySelector(`.${styles.looped}`)).toHaveAttribute("x", "1");
    expect(document.querySelector(`.${styles.looped}`)).toHaveAttribute("width", "0.5");
    plays(30.1);
    expect(media.currentTime).toBe(20);
    await user.keyboard("{Alt>}l{/Alt}");
    plays(30.1);
    expect(media.currentTime).toBe(30.1);
    expect(document.querySelector(`.${styles.looped}`)).not.toBeInTheDocument();
  });

  test("loops to its very end too, where the browser stops", async () => {
    serveTestimonial(recording);
    const { user, media, play, plays } = await player();
    plays(40);
    await user.click(screen.getByRole("button", { name: "Loop from here" }));
    plays(60);
    await user.click(screen.getByRole("button", { name: "Loop to here" }));
    fireEvent.ended(media);
    expect(media.currentTime).toBe(40);
    expect(play).toHaveBeenCalledOnce();
    media.currentTime = 60; // paused at the end of the loop
    await user.click(screen.getByRole("button", { name: "Play" }));
    expect(media.currentTime).toBe(40);
  });

  test("goes where its waveform is pressed", async () => {
    serveTestimonial(recording);
    const { media, plays } = await player();
    const waveform = document.querySelector(`.${styles.waveform}`) ?? document.body;
    waveform.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
    fireEvent.click(waveform, { clientX: 250 });
    expect(media.currentTime).toBe(30);
    plays(30);
    expect(waveform.querySelectorAll(`.${styles.played}`)).toHaveLength(2);
  });

  test("keeps its address while it plays, and goes on where it was when that has ended", async () => {
    serveTestimonial(recording);
    const asked = addresses([30]);
    const { user, media, play, plays } = await player();
    fireEvent.play(media);
    plays(33);
    fireEvent.focus(window);
    fireEvent(document, new Event("visibilitychange"));
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    // with a new address, because the first one has expired
    await user.click(screen.getByRole("link", { name: "Save the file" }));
    await waitFor(() => expect(asked()).toBe(2));
    await waitFor(() => expect(screen.getByRole("link", { name: "Save the file" })).toHaveAttribute("href", "/api/testimonials/open/n2"));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.contexts[0]).toHaveAttribute("href", "/api/testimonials/open/n2");
    expect(media).toHaveAttribute("src", "/api/testimonials/open/n1");
    fireEvent.error(media);
    await waitFor(() => expect(media).toHaveAttribute("src", "/api/testimonials/open/n2"));
    media.currentTime = 0;
    fireEvent.loadedMetadata(media);
    expect(media.currentTime).toBe(33);
    expect(play).toHaveBeenCalledOnce();
  });

  test("asks for another address when its own has ended, and says so if that does not help", async () => {
    serveTestimonial(recording);
    const asked = addresses([30]);
    const { user, media } = await player();
    fireEvent.error(media);
    await waitFor(() => expect(media).toHaveAttribute("src", "/api/testimonials/open/n2"));
    for (let again = 0; again < 3; again += 1) fireEvent.error(media);
    expect(await screen.findByText(/^The file did not come, or this browser cannot play it/)).toBeVisible();
    expect(asked()).toBe(2);
    await user.click(screen.getByRole("button", { name: "Load the file again" }));
    await waitFor(() => expect(media).toHaveAttribute("src", "/api/testimonials/open/n3"));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});
