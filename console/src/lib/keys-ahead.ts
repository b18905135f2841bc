/**
 * Keys that come before what they are meant for. While an item is on its way, the first letter is kept for its outcomes;
 * from then, and from the moment an outcome opens its form, until that form has the focus, what is typed belongs to the
 * form and is no key.
 */
let first: string | null = null;
let typed = "";
let waiting = 0;
let isOpening = false;

function forget(): void {
  first = null;
  typed = "";
  isOpening = false;
}

/** An item is on its way; returns what ends that. */
export function waitForItem(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    // what is shown instead has asked for it by then, or waits itself
    queueMicrotask(() => waiting === 0 && !isOpening && forget());
  };
}

/** Whether a key that no part of the page takes at this moment is kept for later. */
export function keepAhead(key: string): boolean {
  if (waiting === 0 || !/^\p{L}$/u.test(key)) return false;
  first = key;
  return true;
}

/** Whether a key is a part of what is typed for a form that is not there yet. One that is held is no text. */
export function typeAhead({ key, repeat }: KeyboardEvent): boolean {
  if (!isOpening && (first === null || waiting === 0)) return false;
  if (repeat) return true;
  if (key === "Escape") {
    forget();
    return false;
  }
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key === "Enter") typed += "\n";
  else if (key.length === 1) typed += key;
  else return false;
  return true;
}

/** Does what the key says that was pressed while the item was on its way. What was typed after it is for the form that it opens. */
export function playAhead(run: (key: string) => void): void {
  const key = first;
  first = null;
  if (key) run(key);
  if (!isOpening) forget();
}

/** A form opens, and takes the focus: what is typed from now on is for it. */
export function openAhead(): void {
  isOpening = true;
}

/** The form has the focus: what was typed for it stands in its field, where that takes words. */
export function giveAhead(control: Element | null | undefined): void {
  const text = typed;
  forget();
  if (!text || !(control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === "text"))) return;
  control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, "end");
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Nothing opens any more. */
export const stopAhead = forget;
