import { act, renderHook } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { draftKey, forgetOldDrafts, DRAFT_LIFETIME_MS, writeDraft } from "./drafts";
import { useTyped } from "./use-typed";

const BLANK = { reason: "", sure: false };
const KEY = draftKey(2, "takeOver.41");

/** Opens a form; `type` enters values as a person would. */
function open(key = KEY) {
  const form = renderHook(() => useTyped(key, BLANK));
  return { ...form, now: () => form.result.current, type: (part: Partial<typeof BLANK>) => act(() => form.result.current.type(part)) };
}

describe("what is typed into a form", () => {
  test("is kept at every letter, and found by the next that opens it, with its time", () => {
    const form = open();
    expect(form.now()).toMatchObject({ values: BLANK, foundAt: null });
    form.type({ reason: "W" });
    form.type({ sure: true });
    form.type({ reason: "Why" });
    expect(form.now()).toMatchObject({ values: { reason: "Why", sure: true }, foundAt: null });
    form.unmount();
    const again = open();
    expect(again.now().values).toEqual({ reason: "Why", sure: true });
    expect(again.now().foundAt).toBeGreaterThan(Date.now() - 60_000);
  });

  test("is one person's, for one thing and one deed", () => {
    open().type({ reason: "Why" });
    for (const other of [draftKey(9, "takeOver.41"), draftKey(2, "takeOver.42"), draftKey(2, "note.41"), draftKey(2, 41)])
      expect(open(other).now()).toMatchObject({ values: BLANK, foundAt: null });
  });

  test("goes when it is done or thrown away, whatever was found before", () => {
    open().type({ reason: "Why" });
    const form = open();
    act(() => form.now().discard());
    expect(form.now()).toMatchObject({ values: BLANK, foundAt: null });
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test("that is taken out again leaves nothing", () => {
    const form = open();
    form.type({ reason: "Why" });
    form.type({ reason: "" });
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test("comes back only into fields that the form still has", () => {
    writeDraft(KEY, { open: null, forms: { typed: { at: 1, values: { reason: "Why", sure: "yes", gone: "Old" }, titles: {} } } });
    expect(open().now().values).toEqual({ reason: "Why", sure: false });
  });

  test("is forgotten after a week", () => {
    open().type({ reason: "Why" });
    forgetOldDrafts(Date.now() + DRAFT_LIFETIME_MS - 1_000);
    expect(open().now().values.reason).toBe("Why");
    forgetOldDrafts(Date.now() + DRAFT_LIFETIME_MS);
    expect(open().now().values.reason).toBe("");
  });

  test("stays in its fields where the browser has no room for it", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    });
    const form = open();
    form.type({ reason: "Why" });
    expect(form.now().values.reason).toBe("Why");
    form.unmount();
    const again = open();
    expect(again.now().values.reason).toBe("Why");
    full.mockRestore();
    again.type({ reason: "Why not" });
    expect(localStorage.getItem(KEY)).toContain("Why not");
    act(() => again.now().discard());
    expect(open().now().values.reason).toBe("");
  });
});
