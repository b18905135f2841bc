import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { TaskDetail } from "@/api/types";
import { aDesk } from "@/testing/desk/desk-server";
import { heldBy } from "@/testing/desk/factories";
import { openDesk } from "@/testing/desk/open-desk";
import { aDesk as theDesk, aModerator } from "@/testing/factories";
import { refusal, withBody } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { aTestimonial, serveTestimonial } from "@/testing/testimonials";
import { setViewport } from "@/testing/viewport";

const open = (path: string) => renderApp(path, { as: aModerator() });

describe("a testimonial", () => {
  test("has the status UNKNOWN until it has loaded", async () => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    serveTestimonial();
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
    serveTestimonial();
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
    serveTestimonial({ status: "file_refused", file });
    open("/testimonials/4");
    expect(await screen.findByText("The file was refused and deleted. A document has at most 10 pages.")).toBeVisible();
    expect(screen.queryByText("Could not load the file")).not.toBeInTheDocument();
  });

  test("whose author has withdrawn the consent says that its file is not shown, and asks for none", async () => {
    serveTestimonial({ consent: "withdrawn", status: "withdrawn", source: "console" });
    const asked = vi.fn();
    server.use(http.get("*/api/testimonial/4/file", () => (asked(), refusal(404, "not_found"))));
    open("/testimonials/4");
    expect(await screen.findByText(/the file is not shown any more/)).toBeVisible();
    expect(screen.getByText("a colleague")).toBeVisible(); // who added it
    expect(asked).not.toHaveBeenCalled();
  });

  test("that one has transcribed can be read, and is checked by somebody else", async () => {
    serveTestimonial();
    open("/testimonials/4");
    expect(await screen.findByText("You wrote this transcription. Another person checks it.")).toBeVisible();
    expect(screen.getByText("They mended my roof.")).toBeVisible();
    expect(screen.getByText("Shown as Agnes T.")).toBeVisible();
    expect(screen.getByText("It can be published when the author agrees.")).toBeVisible();
  });

  test("has its flagged words marked, and listed below its text", async () => {
    serveTestimonial({ flagged_words: [{ word: "mended", entry_id: 3, field: "text", start: 5, end: 11, action: "hold", view: "folded" }] });
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

  test("keeps its author’s contact masked until somebody asks for it", async () => {
    serveTestimonial();
    server.use(http.post("*/api/testimonial/4/contact", () => HttpResponse.json({ contact: "agnes@example.com" })));
    const { user } = open("/testimonials/4");
    expect(await screen.findByText("a…@example.com")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show the contact" }));
    expect(await screen.findByText("agnes@example.com")).toBeVisible();
  });

  test("records the consent with its day", async () => {
    serveTestimonial();
    const sent: unknown[] = [];
    server.use(http.put("*/api/testimonial/4/consent", withBody(sent)));
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

  test("has a consent that begins as it is recorded, with its day, and is sent only where something changed", async () => {
    serveTestimonial({ consent: "given", consent_on: "2026-11-12" });
    const sent: unknown[] = [];
    server.use(http.put("*/api/testimonial/4/consent", withBody(sent)));
    const { user } = open("/testimonials/4");
    await user.click(await screen.findByRole("button", { name: "Change the consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    expect(within(dialog).getByLabelText("What the author said")).toHaveValue("given");
    const day = within(dialog).getByLabelText("On which day");
    expect(day).toHaveValue("12/11/2026");
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    expect(await within(dialog).findByText("This is what is recorded: nothing has changed.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(day);
    await user.type(day, "2026-11-10");
    expect(within(dialog).queryByText(/nothing has changed/)).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    await waitFor(() => expect(sent).toEqual([{ consent: "given", on: "2026-11-10" }]));
  });

  test("lacks a consent where its text is written: it is recorded there, and the focus returns to the text", async () => {
    const { id, title, company, author_name, medium, consent, stars, received_at, ...rest } = aTestimonial();
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, stars, received_at, ...rest };
    const form = { type: "object", "x-place": "beside", properties: { text: { title: "Text", type: "string", "x-widget": "textarea" } } };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: "no_consent", form };
    const approve = { ...finish, name: "approve", label: "Approve", hotkey: "a", form: null };
    const desk = aDesk([4], () => ({ subject, outcomes: [finish, approve] }) as unknown as Partial<TaskDetail>);
    const sent: unknown[] = [];
    const consented = http.put("*/api/testimonial/4/consent", async ({ request }) => {
      sent.push(await request.json());
      desk.change(4, { outcomes: [{ ...finish, blocked: null }, { ...approve, blocked: null }] } as unknown as Partial<TaskDetail>);
      return new HttpResponse(null, { status: 204 });
    });
    serveTestimonial();
    const { user } = await openDesk({ ...desk, handlers: [consented, ...desk.handlers] }, "/reviews/moderate?item=4");
    const bar = await screen.findByRole("group", { name: "Outcomes" });
    expect(within(bar).getByText("Publish, Approve: The author’s consent has to be recorded first")).toBeVisible();
    expect(within(bar).getByRole("button", { name: "Record consent" })).toBeVisible();
    await user.click(within(bar).getByRole("button", { name: "Publish" }));
    expect(screen.queryByRole("form", { name: "Publish this testimonial" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Take/ }));
    const around = await screen.findByRole("form", { name: "Publish this testimonial" });
    expect(within(around).getByText("The author’s consent has to be recorded first")).toBeVisible();
    await user.click(within(around).getByRole("button", { name: "Record consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    await user.selectOptions(within(dialog).getByLabelText("What the author said"), "given");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText("The author’s consent has to be recorded first")).not.toBeInTheDocument());
    await waitFor(() => expect(within(around).getByRole("textbox", { name: /Text/ })).toHaveFocus());
    expect(desk.sent("POST", "/decision")).toEqual([]);
  });

  test("of which nothing is written is taken first: until then finishing says so, and does nothing", async () => {
    const { id, title, company, author_name, medium, consent, stars, received_at, ...rest } = aTestimonial({ text: "" });
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, stars, received_at, ...rest };
    const form = { type: "object", "x-place": "beside", properties: { text: { title: "Text", type: "string" } } };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: null, form };
    const drafts = [{ outcome: "reject", form: { facts: "No card." }, saved_at: new Date().toISOString() }]; // of an undone rejection
    const desk = aDesk([4], () => ({ subject, outcomes: [finish], drafts }) as unknown as Partial<TaskDetail>);
    serveTestimonial();
    const { user } = await openDesk(desk, "/reviews/moderate?item=4");
    expect(await screen.findByRole("button", { name: "Take and transcribe" })).toHaveClass("btn-primary");
    const bar = screen.getByRole("group", { name: "Outcomes" });
    const off = within(bar).getByRole("button", { name: "Publish" });
    expect(off).toHaveAttribute("aria-disabled", "true");
    expect(off).not.toHaveClass("btn-primary");
    expect(within(bar).getByText("Take it first")).toBeVisible();
    await user.click(off);
    expect(screen.queryByRole("form", { name: "Publish this testimonial" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Take and transcribe" }));
    expect(await screen.findByRole("form", { name: "Publish this testimonial" })).toBeVisible();
    expect(document.querySelectorAll("article .btn-primary")).toHaveLength(1);
  });

  test("opens its form for whoever takes it, also before its keys can be meant for it", async () => {
    const form = { type: "object", "x-place": "beside", properties: { text: { title: "Text", type: "string" } } };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: null, form };
    server.use(http.get("*/api/desk", () => HttpResponse.json(theDesk({ read_first_ms: 600_000 }))));
    serveTestimonial();
    const { user } = await openDesk(aDesk([4], () => ({ subject: { ...aTestimonial(), kind: "testimonial" }, outcomes: [finish] }) as unknown as Partial<TaskDetail>), "/reviews/moderate?item=4");
    await user.click(await screen.findByRole("button", { name: /^Take/ }));
    await waitFor(() => expect(within(screen.getByRole("form", { name: "Publish this testimonial" })).getByRole("textbox", { name: /Text/ })).toHaveFocus());
  });

  describe("that is written", () => {
    const { id, title, company, author_name, medium, consent, stars, received_at, ...rest } = aTestimonial({ text: "", needs_check: true });
    const mine = heldBy({ id: 2, name: "Marta Ellwood" });
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, stars, received_at, ...rest };
    const transcription = { title: "Transcription", type: "string", "x-subject": "text", "x-widget": "textarea" };
    const form = { type: "object", "x-place": "beside", properties: { transcription } };
    const finish = { name: "finish", label: "Finish", hotkey: "a", tone: "primary", undo: false, blocked: null, form };
    const reject = { ...finish, name: "reject", label: "Reject", hotkey: "r", tone: "danger", form: { type: "object", properties: { facts: { title: "Facts", type: "string" } } } };
    const park = { ...finish, name: "backlog", label: "Backlog", hotkey: "b", tone: "neutral", form: null, undo: true };
    const write = async () => {
      const desk = aDesk([4], () => ({ ...mine, subject, outcomes: [finish, reject, park] }) as unknown as Partial<TaskDetail>);
      serveTestimonial();
      const { user } = await openDesk(desk, "/testimonials/moderate?item=4");
      await user.click(await screen.findByRole("button", { name: "Send to check" }));
      return { desk, user, around: await screen.findByRole("form", { name: "Send to check" }) };
    };

    test("says whose it is and where it goes, and can be rejected or parked at once", async () => {
      const { desk, user, around } = await write();
      expect(screen.getByRole("banner")).toHaveTextContent(/Testimonial 4Harbour Roofing.*Card/);
      expect(within(around).getByText("A second person checks it")).toBeVisible();
      expect(within(around).getByRole("link", { name: "Harbour Roofing" })).toHaveAttribute("href", "/company/3");
      await user.keyboard("{Alt>}j{/Alt}");
      expect(await screen.findByRole("form", { name: "Reject this testimonial" })).toBeVisible();
      await user.keyboard("{Escape}");
      expect(await screen.findByRole("form", { name: "Send to check" })).toBeVisible();
      await user.keyboard("{Alt>}b{/Alt}");
      await waitFor(() => expect(desk.sent("POST", "/decision")).toMatchObject([{ body: { outcome: "backlog" } }]));
    });

    test("whose decision is held is not free to take: its bar says until when", async () => {
      const held = { subject: { ...subject, status: "queued" }, due_at: "2026-11-20T14:45:00" };
      await openDesk(aDesk([4], () => held as unknown as Partial<TaskDetail>), "/testimonials/moderate?item=4");
      expect(await screen.findByText(/^Held until .*14:45/, { selector: ".lockbar strong" })).toBeVisible();
      expect(screen.queryByText("Free to take.")).toBeNull();
    });

    test.each([
      ["for a finger", 1440, true],
      ["in a small window", 390, false],
    ])("has %s a button in the place of the key that marks what cannot be read", async (_, width, isCoarse) => {
      setViewport(width);
      const mouse = window.matchMedia;
      onTestFinished(() => void (window.matchMedia = mouse));
      window.matchMedia = (query) => (query === "(pointer: coarse)" ? Object.assign(mouse(query), { matches: isCoarse }) : mouse(query));
      const { user, around } = await write();
      const words = within(around).getByLabelText("Transcription");
      expect(words).toHaveAccessibleDescription("As it is written, mistakes and all.");
      await user.type(words, "So");
      await user.click(within(around).getByRole("button", { name: "Mark as unreadable" }));
      expect(words).toHaveValue("So [unreadable]");
      expect(words).toHaveFocus();
    });

    test("has what cannot be read marked by a key, and is saved from the menu", async () => {
      const saved: unknown[] = [];
      const patched = http.patch("*/api/testimonial/4", withBody(saved, () => HttpResponse.json(aTestimonial())));
      const { user, around } = await write();
      server.use(patched);
      const words = within(around).getByLabelText("Transcription");
      expect(words).toHaveAccessibleDescription(/^As it is written, mistakes and all\. Alt ?I marks what cannot be read\.$/);
      expect(within(around).getByText("I", { selector: "kbd" })).toBeVisible();
      await user.type(words, "So ");
      await user.keyboard("{Alt>}i{/Alt}");
      expect(words).toHaveValue("So [unreadable]");
      expect(screen.getByText(/^Draft stored/).closest(".lockbar")).not.toBeNull();
      await user.click(within(around).getByRole("button", { name: "More" }));
      await user.click(await screen.findByRole("menuitem", { name: "Save the text" }));
      await waitFor(() => expect(saved).toMatchObject([{ text: "So [unreadable]" }]));
    });
  });

  test("gets its stars by a press, and they are sent as a number", async () => {
    const { id, title, company, author_name, medium, consent, received_at, ...rest } = aTestimonial();
    const subject = { kind: "testimonial", id, title, company, author_name, medium, consent, received_at, ...rest, stars: 2 };
    const stars = { title: "Stars", anyOf: [{ type: "integer", minimum: 1, maximum: 5 }, { type: "null" }], "x-subject": "stars", "x-widget": "stars" };
    const finish = { name: "finish", label: "Finish", hotkey: "f", tone: "primary", undo: false, blocked: null, form: { type: "object", "x-place": "beside", properties: { stars } } };
    const desk = aDesk([4], () => ({ ...heldBy({ id: 2, name: "Marta Ellwood" }), subject, outcomes: [finish] }) as unknown as Partial<TaskDetail>);
    serveTestimonial();
    const { user } = await openDesk(desk, "/reviews/moderate?item=4");
    await user.click(await screen.findByRole("button", { name: "Publish" }));
    const around = await screen.findByRole("form", { name: "Publish this testimonial" });
    expect(within(around).getByRole("radio", { name: "2 out of 5 stars" })).toBeChecked();
    await user.click(within(around).getByRole("radio", { name: "4 out of 5 stars" }));
    expect(within(around).getByRole("radio", { name: "4 out of 5 stars" })).toBeChecked();
    await user.click(within(around).getByRole("button", { name: /^Publish/ }));
    await waitFor(() => expect(desk.sent("POST", "/decision")).toMatchObject([{ body: { form: { stars: 4 } } }]));
  });

  test("says why a consent cannot be taken back to “asked” once it is in use", async () => {
    serveTestimonial({ consent: "given", consent_on: "2026-11-12" });
    server.use(http.put("*/api/testimonial/4/consent", () => refusal(409, "consent_in_use")));
    const { user } = open("/testimonials/4");
    await user.click(await screen.findByRole("button", { name: "Change the consent" }));
    const dialog = await screen.findByRole("dialog", { name: "Record consent" });
    await user.selectOptions(within(dialog).getByLabelText("What the author said"), "asked");
    await user.click(within(dialog).getByRole("button", { name: "Record" }));
    expect(await within(dialog).findByRole("alert")).toBeVisible();
  });
});
