import userEvent, { type UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";

const WORDS = /^([^\n{[]{4,})([^]*)$/;

/**
 * A simulated user. When typing, the first key is pressed and the rest is pasted: two changes instead of one for each
 * key.
 */
export function aUser(): UserEvent {
  const user = userEvent.setup({ advanceTimers: (ms) => (vi.isFakeTimers() ? vi.advanceTimersByTime(ms) : undefined) });
  const type: UserEvent["type"] = async (field, text, options) => {
    const [, words = "", keys = ""] = WORDS.exec(text) ?? [];
    if (!words || !isForWords(field)) return user.type(field, text, options);
    await user.type(field, words.slice(0, 1), options);
    await user.paste(words.slice(1));
    if (keys) await user.keyboard(keys);
  };
  return { ...user, type };
}

function isForWords(field: Element): boolean {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && ["text", "search", "email", "password"].includes(field.type));
}
