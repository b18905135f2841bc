import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

import type { FormValues } from "@/lib/drafts";
import { withBody } from "@/testing/handlers";
import { server } from "@/testing/server";

import { deleteOnServer, flushSaving, newerDraft, pauseSaving, resumeSaving, saveOnServer, stopSaving } from "./server-draft";

const HANGS = { timeout: 60_000 }; // the limit of a wait that hangs; the expected event ends it at once
const saved = (form: Record<string, unknown>, at = "2026-11-20T09:00:00Z") => ({ outcome: "reject", form, saved_at: at });
const AT = Date.parse("2026-11-20T09:00:00Z");
const local = (at: number) => ({ open: null, forms: { reject: { at, values: { facts: "Here" }, titles: { facts: "Facts" } } } });

describe("the server's draft", () => {
  test("is taken where this browser has none", () => {
    const copy = { at: AT, values: { facts: "There" }, titles: {}, copied: true };
    expect(newerDraft(saved({ facts: "There" }), null, 0)).toEqual(copy);
  });

  test("is taken where it is newer, and not where it is older", () => {
    expect(newerDraft(saved({ facts: "There" }), local(AT - 60_000), 0)?.values.facts).toBe("There");
    expect(newerDraft(saved({ facts: "There" }), local(AT + 1), 0)).toBeNull();
  });

  test("that is but this browser's own, sent a moment ago, changes nothing", () => {
    expect(newerDraft(saved({ facts: "Her" }), local(AT - 1_000), 0)).toBeNull();
  });

  test("that this browser has sent never takes the place of what was typed since, however slow the way was", () => {
    const sent: FormValues[] = [{ facts: "H" }, { facts: "Her", rule: "" }];
    const typed = { at: AT - 60_000, values: { facts: "Here", rule: "" }, titles: {}, sent };
    const draft = { open: null, forms: { reject: typed } };
    expect(newerDraft(saved({ facts: "Her" }), draft, 0)).toBeNull();
    expect(newerDraft(saved({ facts: "H" }), draft, 0)).toBeNull();
    expect(newerDraft(saved({ facts: "Typed at another desk" }), draft, 0)?.values.facts).toBe("Typed at another desk");
  });

  test("does not come back after it was dropped here, nor does what was typed before that and saved a pause later", () => {
    expect(newerDraft(saved({ facts: "There" }), null, AT + 1)).toBeNull();
    expect(newerDraft(saved({ facts: "There" }), null, AT - 1_000)).toBeNull();
    expect(newerDraft(saved({ facts: "There" }), null, AT - 60_000)).not.toBeNull();
  });

  test("without any text is none, and what no control can hold is left out", () => {
    expect(newerDraft(saved({ facts: " " }), null, 0)).toBeNull();
    expect(newerDraft(saved({ facts: "There", files: [1], days: 3 }), null, 0)?.values).toEqual({ facts: "There" });
  });
});

describe("storing a draft on the server", () => {
  const bodies: unknown[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    bodies.length = 0;
    server.use(http.put("*/api/tasks/4/draft", withBody(bodies, () => HttpResponse.json(saved({})))));
  });

  test("waits for a pause, and sends the last state once", async () => {
    saveOnServer(4, "reject", () => ({ facts: "H" }));
    await vi.advanceTimersByTimeAsync(1_000);
    saveOnServer(4, "reject", () => ({ facts: "Half" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(bodies).toEqual([{ outcome: "reject", form: { facts: "Half" } }]), HANGS);
  });

  test("does not wait for a pause for more than a few seconds", async () => {
    for (let key = 1; key <= 12; key++) {
      saveOnServer(4, "reject", () => ({ facts: "x".repeat(key) }));
      await vi.advanceTimersByTimeAsync(500);
    }
    await vi.waitFor(() => expect(bodies).toEqual([{ outcome: "reject", form: { facts: "x".repeat(10) } }]), HANGS);
    stopSaving(4);
  });

  test("is done at once for the other forms before one is sent, once, and again where it has failed", async () => {
    server.use(http.put("*/api/tasks/4/draft", () => HttpResponse.error(), { once: true }));
    saveOnServer(4, "finish", () => ({ text: "Words" }));
    saveOnServer(4, "escalate", () => ({ notes: "Hm" }));
    await flushSaving(4, "escalate");
    expect(bodies).toEqual([]);
    await flushSaving(4, "escalate");
    await flushSaving(4, "escalate");
    expect(bodies).toEqual([{ outcome: "finish", form: { text: "Words" } }]);
    stopSaving(4);
  });

  test("does so for each form by itself: none waits for, or takes the place of, another", async () => {
    saveOnServer(4, "revise", () => ({ text: "Words" }));
    await vi.advanceTimersByTimeAsync(1_000);
    saveOnServer(4, "reject", () => ({ facts: "Half" }));
    await vi.advanceTimersByTimeAsync(5_000);
    const both = [
      { outcome: "revise", form: { text: "Words" } },
      { outcome: "reject", form: { facts: "Half" } },
    ];
    await vi.waitFor(() => expect(bodies).toEqual(both), HANGS);
    saveOnServer(4, "revise", () => ({ text: "More words" }));
    deleteOnServer(4, "reject");
    await vi.advanceTimersByTimeAsync(5_000);
    const later = [
      { outcome: "reject", form: {} },
      { outcome: "revise", form: { text: "More words" } },
    ];
    await vi.waitFor(() => expect(bodies.slice(2)).toEqual(later), HANGS);
  });

  test("ends with the decision, and with throwing it away", async () => {
    saveOnServer(4, "reject", () => ({ facts: "Half" }));
    stopSaving(4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bodies).toEqual([]);
    saveOnServer(4, "reject", () => ({ facts: "Half" }));
    deleteOnServer(4, "reject");
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(bodies).toEqual([{ outcome: "reject", form: {} }]), HANGS);
  });

  test("sends nothing of a form that was dropped during the pause", async () => {
    saveOnServer(4, "reject", () => null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bodies).toEqual([]);
  });

  test("is paused once the server has answered, and sends nothing until it is resumed", async () => {
    let answer: () => void = () => undefined;
    const order: string[] = [];
    server.use(
      http.put("*/api/tasks/4/draft", async () => {
        order.push("draft");
        await new Promise<void>((resolve) => (answer = resolve));
        return HttpResponse.json(saved({}));
      }),
    );
    saveOnServer(4, "revise", () => ({ text: "Half" }));
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(order).toEqual(["draft"]), HANGS);
    saveOnServer(4, "revise", () => ({ text: "Whole" }));
    const paused = pauseSaving(4, "revise").then(() => order.push("paused"));
    saveOnServer(4, "revise", () => ({ text: "Whole, and typed on" }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(order).toEqual(["draft"]);
    answer();
    await paused;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(order).toEqual(["draft", "paused"]);
    resumeSaving(4, "revise");
    await vi.advanceTimersByTimeAsync(1_500);
    await vi.waitFor(() => expect(order).toEqual(["draft", "paused", "draft"]), HANGS);
    answer();
  });
});
