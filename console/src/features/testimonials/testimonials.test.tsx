import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { TaskDetail, TestimonialPage } from "@/api/types";
import styles from "@/features/testimonial/testimonial.module.css";
import { connection } from "@/lib/connection";
import { aDesk } from "@/testing/desk/desk-server";
import { openDesk } from "@/testing/desk/open-desk";
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
  flagged_words: [],
  file: { name: "card.jpg", type: "image/jpeg", size: 86_000, duration: null, pages: 2, waveform: [], refusal: "" },
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

  test("shows its file as soon as it is examined, without being loaded again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let status = "examining";
    has();
    server.use(http.get("*/api/testimonial/4", () => HttpResponse.json(aTestimonial({ status }))));
    open("/testimonials/4");
    expect(await screen.findByText("File being examined")).toBeVisible();
    expect(await screen.findByText("The file is being examined. It can be transcribed when that has ended.")).toBeVisible();
    expect(screen.queryByText("No step is open for you.")).not.toBeInTheDocument();
    status = "to_check";
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByRole("img", { name: "Image of the testimonial, page 1 of 2" })).toBeVisible();
    expect(screen.queryByText(/is being examined/)).not.toBeInTheDocument();
  });

  test("says why its file was refused", async () => {
    const file = { ...aTestimonial().file, pages: 0, refusal: "A document has at most 10 pages." };
    has({ status: "file_refused", file });
    open("/testimonials/4");
    expect(await screen.findByText("The file was refused and deleted. A document has at most 10 pages.")).toBeVisible();
    expect(screen.queryByText("Could not load the file")).not.toBeInTheDocument();
  });

  test("that one has transcribed can be read, and is checked by somebody else", async () => {
    has();
    open("/testimonials/4");
    expect(await screen.findByText("You wrote this transcription. Another person checks it.")).toBeVisible();
    expect(screen.getByText("They mended my roof.")).toBeVisible();
    expect(screen.getByText("Shown as Agnes T.")).toBeVisible();
    expect(screen.getByText("It can be published when the author agrees.")).toBeVisible();
  });

  test("has its flagged words marked, and listed below its text", async () => {
    has({ flagged_words: [{ word: "mended", entry_id: 3, field: "text", start: 5, end: 11, action: "hold", view: "folded" }] });
    open("/testimonials/4");
    expect(await screen.findByText("mended", { selector: "mark" })).toHaveClass("hold");
    const flagged = screen.getByRole("heading", { name: "Flagged words" }).parentElement;
    expect(flagged).toHaveTextContent("mendedtextHold");
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

  test("lacks a consent where its text is written: it is recorded there", async () => {
    const { id, title, company, author_name, medium, consent, stars, received_at, ...rest } = aTestimonial();
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, stars, received_at, ...rest };
    const form = { type: "object", "x-place": "beside", properties: { text: { title: "Text", type: "string" } } };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: "no_consent", form };
    const desk = aDesk([4], () => ({ subject, outcomes: [finish] }) as unknown as Partial<TaskDetail>);
    const sent: unknown[] = [];
    const consented = http.put("*/api/testimonial/4/consent", async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    });
    has();
    const { user } = await openDesk({ ...desk, handlers: [consented, ...desk.handlers] }, "/reviews/moderate?item=4");
    await user.click(await screen.findByRole("button", { name: "Finish" }));
    const around = await screen.findByRole("form", { name: "Finish this testimonial" });
    await user.click(within(around).getByRole("button", { name: "Record consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    await user.selectOptions(within(dialog).getByLabelText("What the author said"), "given");
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(desk.sent("POST", "/decision")).toEqual([]);
  });

  test("gets its stars by a press, and they are sent as a number", async () => {
    const { id, title, company, author_name, medium, consent, received_at, ...rest } = aTestimonial();
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, received_at, ...rest, stars: 2 };
    const stars = { title: "Stars", anyOf: [{ type: "integer", minimum: 1, maximum: 5 }, { type: "null" }], "x-subject": "stars", "x-widget": "stars" };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: null, form: { type: "object", "x-place": "beside", properties: { stars } } };
    const desk = aDesk([4], () => ({ subject, outcomes: [finish] }) as unknown as Partial<TaskDetail>);
    has();
    const { user } = await openDesk(desk, "/reviews/moderate?item=4");
    await user.click(await screen.findByRole("button", { name: "Finish" }));
    const around = await screen.findByRole("form", { name: "Finish this testimonial" });
    expect(within(around).getByRole("radio", { name: "2 out of 5 stars" })).toBeChecked();
    await user.click(within(around).getByRole("radio", { name: "4 out of 5 stars" }));
    expect(within(around).getByRole("radio", { name: "4 out of 5 stars" })).toBeChecked();
    await user.click(within(around).getByRole("button", { name: /^Finish/ }));
    await waitFor(() => expect(desk.sent("POST", "/decision")).toMatchObject([{ body: { form: { stars: 4 } } }]));
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

/** Addresses for `seconds` each, with another name each time unless `name` is given; how many were asked for. */
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

  test("whose address has ended gets another one, and says so if that does not help", async () => {
    has();
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
    has();
    addresses([300], "same");
    const { user } = open("/testimonials/4");
    const before = await image();
    fireEvent.error(before);
    await user.click(await screen.findByRole("button", { name: "Load the file again" }));
    await waitFor(async () => expect(await image()).not.toBe(before));
  });

  test("is zoomed, moved, turned and brightened by keys while somebody types, and says so", async () => {
    has();
    const { user } = open("/testimonials/4");
    const shown = await image();
    screen.getByRole("slider", { name: "Brightness" }).focus();
    await user.keyboard("{Alt>}++{ArrowRight}{ArrowDown}rb{/Alt}");
    expect(shown.style.transform).toBe("translate(-10%, -10%) rotate(90deg) scale(1.5625)");
    expect(shown.style.filter).toBe("brightness(125%)");
    await user.keyboard("{Alt>}bbbb{/Alt}");
    expect(shown.style.filter).toBe("brightness(50%)"); // darker again after the brightest
    await user.keyboard("{Alt>}-{/Alt}{Alt>}0{/Alt}");
    expect(shown.style.transform).toBe("translate(0%, 0%) rotate(90deg) scale(1)");
    await user.keyboard("{Alt>}{PageDown}{/Alt}");
    expect(await image()).toHaveAttribute("src", "/api/testimonials/open/p2");
    await user.keyboard("{Alt>}{PageUp}{/Alt}");
    expect(await image()).toHaveAttribute("src", "/api/testimonials/open/p1");
    // what Alt writes on a Mac
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
    has();
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
    expect(shown.style.transform).toContain("translate(0%, 0%)"); // all of it is shown
    for (let times = 0; times < 4; times += 1) await user.click(screen.getByRole("button", { name: "Zoom in" }));
    drag(0, 40, 20);
    expect(shown.style.transform).toContain("translate(0%, 0%)"); // no button is pressed
    drag(1, 40, -20);
    await waitFor(() => expect(shown.style.transform).toContain("translate(10%, -10%)"));
    drag(1, 4_000, 0);
    await waitFor(() => expect(shown.style.transform).toMatch(/translate\(72\.0\d+%, -10%\)/));
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
    has(recording);
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
    await user.selectOptions(screen.getByLabelText("Speed"), "2×");
    expect(media.playbackRate).toBe(2);
  });

  test("loops between two marks, by a key that works while somebody types", async () => {
    has(recording);
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
    has(recording);
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
    has(recording);
    const { media, plays } = await player();
    const waveform = document.querySelector(`.${styles.waveform}`) ?? document.body;
    waveform.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
    fireEvent.click(waveform, { clientX: 250 });
    expect(media.currentTime).toBe(30);
    plays(30);
    expect(waveform.querySelectorAll(`.${styles.played}`)).toHaveLength(2);
  });

  test("keeps its address while it plays, and goes on where it was when that has ended", async () => {
    has(recording);
    const asked = addresses([30]);
    const { user, media, play, plays } = await player();
    fireEvent.play(media);
    plays(33);
    fireEvent.focus(window);
    fireEvent(document, new Event("visibilitychange"));
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    await user.click(screen.getByRole("link", { name: "Save the file" })); // by a new address: this one has ended
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
    has(recording);
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

describe("the list of testimonials", () => {
  test("is read again by itself while a file in it is being examined", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let status = "examining";
    server.use(http.get("*/api/testimonials", () => HttpResponse.json({ items: [{ ...aTestimonial({ status }), excerpt: "" }], next_cursor: null })));
    open("/testimonials/list");
    expect(await screen.findByRole("cell", { name: "File being examined" })).toBeVisible();
    status = "to_transcribe";
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByRole("cell", { name: "To transcribe" })).toBeVisible();
  });

  test("names what is not transcribed by its kind, its number, its author and its company", async () => {
    const blank = { title: "", text: "", excerpt: "" };
    const items = [
      { ...aTestimonial({ id: 7, medium: "audio" }), ...blank },
      { ...aTestimonial({ id: 8, author_name: "" }), ...blank },
    ];
    server.use(http.get("*/api/testimonials", () => HttpResponse.json({ items, next_cursor: null })));
    open("/testimonials/list");
    expect(await screen.findByRole("link", { name: "Audio 7, not transcribed, Agnes Tomlinson, Harbour Roofing" })).toHaveAttribute("href", "/testimonials/7");
    expect(screen.getByRole("link", { name: "Card 8, not transcribed, Harbour Roofing" })).toBeVisible();
  });

  test("is narrowed by words and a status, which stand in the address; the statuses are in the order of the work", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/testimonials", ({ request }) => {
        const { searchParams: said } = new URL(request.url);
        asked.push(`${said.get("status") ?? ""} ${said.get("q") ?? ""}`);
        const { id, title, company, author_name, medium, consent, stars, received_at, status } = aTestimonial();
        const row = { id, title, company, author_name, medium, consent, stars, received_at, status, excerpt: "They mended" };
        return HttpResponse.json({ items: [row], next_cursor: null });
      }),
    );
    const { user, router } = open("/testimonials/list");
    expect(await screen.findByText("Dry again")).toBeVisible();
    const chips = within(screen.getByRole("group", { name: "Status" })).getAllByRole("button");
    expect(chips.slice(0, 5).map((chip) => chip.textContent)).toEqual(["All", "File being examined", "To transcribe", "To check", "Backlog"]);
    await user.click(screen.getByRole("button", { name: "Published" }));
    await waitFor(() => expect(asked.at(-1)).toBe("published "));
    await user.type(screen.getByRole("searchbox", { name: "Find by words, author, company or number" }), "tomlinson{Enter}");
    await waitFor(() => expect(asked.at(-1)).toBe("published tomlinson"));
    expect(router.state.location.search).toBe("?status=published&q=tomlinson");
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

  test("adds none without network, says why and keeps what was chosen; sent again, it is added under the same key", async () => {
    const keys: (string | null)[] = [];
    let lost = true;
    server.use(
      http.get("*/healthz", () => (lost ? HttpResponse.error() : HttpResponse.json({ database: "ok" }))),
      http.get("*/api/companies", () => HttpResponse.json({ items: [{ id: 31, name: "Tidewell", postcode: "", status: "open" }], next_cursor: null })),
      http.get("*/api/testimonials", () => HttpResponse.json({ items: [], next_cursor: null })),
      http.post("*/api/testimonials", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return lost ? HttpResponse.error() : HttpResponse.json({ id: 5 }, { status: 201 });
      }),
    );
    const { user, router } = open("/testimonials/list");
    await user.click(await screen.findByRole("button", { name: "Add a testimonial" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a testimonial" });
    await user.upload(within(dialog).getByLabelText("File"), new File(["x"], "card.png", { type: "image/png" }));
    await user.type(within(dialog).getByRole("combobox", { name: "Company id, name or postcode" }), "tide");
    await user.click(await within(dialog).findByRole("option", { name: /Tidewell/ }));
    await user.click(within(dialog).getByRole("button", { name: /^Add/ }));
    expect(await within(dialog).findByText("The server cannot be reached. Send it again when the server answers.")).toBeVisible();
    expect(within(dialog).getByText(/^card\.png/)).toBeVisible();
    lost = false;
    await connection.check();
    await user.click(within(dialog).getByRole("button", { name: /^Add/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/testimonials/5"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
