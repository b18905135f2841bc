import { describe, expect, test, vi } from "vitest";

import { draftKey, forgetOldDrafts, DRAFT_LIFETIME_MS, readDraft, subscribeDrafts, writeDraft } from "./drafts";

const form = (facts: string, at = 1) => ({ at, values: { facts }, titles: { facts: "Facts" } });
const KEY = draftKey(2, 41);

describe("a draft", () => {
  test("is one person's, for one task", () => {
    writeDraft(KEY, { open: "reject", forms: { reject: form("They said so.") } });
    expect(readDraft(KEY)?.forms.reject?.values.facts).toBe("They said so.");
    expect(readDraft(draftKey(9, 41))).toBeNull();
    expect(readDraft(draftKey(2, 42))).toBeNull();
  });

  test("is the same object until it changes, and listeners hear of each change", () => {
    const heard = vi.fn();
    const stop = subscribeDrafts(heard);
    writeDraft(KEY, { open: null, forms: { reject: form("One") } });
    expect(readDraft(KEY)).toBe(readDraft(KEY));
    writeDraft(KEY, { open: null, forms: { reject: form("Two") } });
    expect(readDraft(KEY)?.forms.reject?.values.facts).toBe("Two");
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
  });

  test("that holds nothing is removed", () => {
    writeDraft(KEY, { open: "reject", forms: {} });
    expect(localStorage.getItem(KEY)).not.toBeNull();
    writeDraft(KEY, { open: null, forms: {} });
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test("that cannot be read counts as none", () => {
    localStorage.setItem(KEY, "{not json");
    expect(readDraft(KEY)).toBeNull();
    localStorage.setItem(KEY, "null");
    expect(readDraft(KEY)).toBeNull();
  });

  test("is forgotten after a week, and nothing else with it", () => {
    const now = Date.now();
    const old = draftKey(2, 40);
    localStorage.setItem("settings", "{}");
    writeDraft(old, { open: null, forms: { reject: form("Old", now - DRAFT_LIFETIME_MS - 1) } });
    writeDraft(KEY, { open: null, forms: { reject: form("Fresh", now - DRAFT_LIFETIME_MS + 1_000) } });
    forgetOldDrafts(now);
    expect(readDraft(old)).toBeNull();
    expect(readDraft(KEY)).not.toBeNull();
    expect(localStorage.getItem("settings")).toBe("{}");
  });
});
