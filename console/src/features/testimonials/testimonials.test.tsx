import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { connection } from "@/lib/connection";
import { aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { aTestimonial } from "@/testing/testimonials";

const open = (path: string) => renderApp(path, { as: aModerator() });

describe("the list of testimonials", () => {
  test("is read again by itself while a file in it is being examined", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let status = "examining";
    server.use(http.get("*/api/testimonials", () => HttpResponse.json({ items: [{ ...aTestimonial({ status }), excerpt: "" }], next_cursor: null })));
    open("/testimonials/list?status=all");
    expect(await screen.findByRole("cell", { name: "File being examined" })).toBeVisible();
    status = "to_transcribe";
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByRole("cell", { name: "To transcribe" })).toBeVisible();
  });

  test("names what is not transcribed by whose it is, or by its number, and says what its file is", async () => {
    const blank = { title: "", text: "", excerpt: "" };
    const items = [
      { ...aTestimonial({ id: 7, medium: "audio" }), ...blank, duration: 101_600, pages: 0 },
      { ...aTestimonial({ id: 8, author_name: "" }), ...blank, duration: null, pages: 1 },
    ];
    server.use(http.get("*/api/testimonials", () => HttpResponse.json({ items, next_cursor: null })));
    open("/testimonials/list");
    const named = await screen.findByRole("link", { name: "Agnes Tomlinson" });
    expect(named).toHaveAttribute("href", "/testimonials/7");
    expect(named.closest("td, th")).toHaveTextContent(/^Agnes Tomlinson audio, 1:42$/);
    expect(screen.getByRole("link", { name: "Testimonial 8" }).closest("td, th")).toHaveTextContent(/^Testimonial 8 card, 1 page$/);
  });

  test("is narrowed by words and a status, which stand in the address; those that people work on come first", async () => {
    const asked: string[] = [];
    server.use(
      http.get("*/api/testimonials", ({ request }) => {
        const { searchParams: said } = new URL(request.url);
        asked.push([said.get("status"), said.get("direction"), said.get("q")].filter(Boolean).join(" "));
        const { id, title, company, author_name, medium, consent, stars, received_at, status } = aTestimonial();
        const row = { id, title, company, author_name, medium, consent, stars, received_at, status, duration: null, pages: 2, excerpt: "They mended", due_at: came, locked: true, locked_by: "Ada Lane", locked_id: 9, assigned_to: null };
        return HttpResponse.json({ items: [row], next_cursor: null });
      }),
    );
    const came = new Date(Date.now() - 50 * 3_600_000).toISOString();
    const items = [{ status: "to_transcribe", count: 3, oldest: came }, { status: "to_check", count: 1, oldest: "2036-01-01T00:00:00Z" }];
    server.use(http.get("*/api/testimonials/counts", () => HttpResponse.json({ items })));
    const { user, router } = open("/testimonials/list");
    expect(await screen.findByText("Dry again")).toBeVisible();
    expect(screen.getByText(/^2 d.* late$/)).toBeVisible();
    expect(screen.getByTitle("Held by Ada Lane")).toBeVisible();
    expect(await screen.findByRole("button", { name: "To transcribe 3", pressed: true })).toBeVisible();
    expect(screen.getByRole("banner")).toHaveTextContent(/3 to transcribe.*1 to check.*oldest 2 d/);
    expect(asked).toEqual(["to_transcribe asc"]);
    const tabs = () => within(screen.getByRole("group", { name: "Status" })).getAllByRole("button").map(({ textContent }) => textContent.trim());
    const worked = ["To transcribe 3", "To check 1", "Backlog 0", "Escalated 0", "Queued to publish 0", "All 4"];
    expect(tabs()).toEqual(worked);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["Testimonial", "Company", "Consent", "Received", "With", "Due"]);
    expect(screen.getByRole("columnheader", { name: "Received" })).toHaveAttribute("aria-sort", "ascending");
    await user.click(screen.getByRole("button", { name: "Received" }));
    await waitFor(() => expect(asked.at(-1)).toBe("to_transcribe desc"));
    await user.click(screen.getByRole("button", { name: "More statuses" }));
    const others = await screen.findAllByRole("menuitem");
    expect(others.map(({ textContent }) => textContent.trim())).toEqual(["File being examined 0", "Rejected 0", "Published 0", "File refused 0", "Withdrawn 0"]);
    await user.click(screen.getByRole("menuitem", { name: "Published 0" }));
    await waitFor(() => expect(asked.at(-1)).toBe("published desc"));
    expect(tabs()).toEqual([...worked, "Published 0"]);
    await user.type(screen.getByRole("searchbox", { name: "Words, author, company, number" }), "tomlinson{Enter}");
    await waitFor(() => expect(asked.at(-1)).toBe("published desc tomlinson"));
    expect(router.state.location.search).toBe("?status=published&q=tomlinson");
    await router.navigate("/testimonials/list?q=tomlinson");
    await waitFor(() => expect(asked.at(-1)).toBe("desc tomlinson"));
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
