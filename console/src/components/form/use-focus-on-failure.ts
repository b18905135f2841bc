import { useEffect, useEffectEvent } from "react";

/** The state of the last attempt to submit a form. */
interface LastTry {
  /** Grows with each attempt. */
  tries: number;
  /** The attempt is in flight. */
  busy: boolean;
  /** The server's refusal, and the fields that it names. */
  refusal?: unknown;
  fields?: readonly string[];
}

const NO_FIELDS: readonly string[] = [];
/** Refusals that have had the focus already: a form that is shown again does not take the focus a second time. */
const seen = new WeakSet<object>();

/**
 * After a failed attempt, moves the focus into the form: to the first field with an error; otherwise it stays where it
 * was, or goes to the form if it was lost. So the next key reaches the form.
 */
export function useFocusOnFailure(
  form: () => HTMLFormElement | null | undefined,
  { tries, busy, refusal = null, fields = NO_FIELDS }: LastTry,
): void {
  const focus = useEffectEvent((isWrong: (control: Element) => boolean) => focusProblem(form(), isWrong));

  useEffect(() => {
    if (!busy && tries > 0) focus(isInvalid);
  }, [tries, busy]);

  useEffect(() => {
    if (busy || typeof refusal !== "object" || refusal === null || seen.has(refusal)) return;
    seen.add(refusal);
    // the errors of these fields are rendered after this effect, so find the fields by name
    focus((control) => fields.includes(control.getAttribute("name") ?? ""));
  }, [busy, refusal, fields]);
}

const isInvalid = (control: Element) => control.getAttribute("aria-invalid") === "true";

function focusProblem(form: HTMLFormElement | null | undefined, isWrong: (control: Element) => boolean): void {
  if (!form || isBusyElsewhere(form)) return;
  const wrong = [...form.elements].find(isWrong);
  if (wrong instanceof HTMLElement) wrong.focus();
  else if (!hasFocus(form)) form.focus();
}

/** The person is typing elsewhere on the page: leave their focus alone. */
function isBusyElsewhere(form: HTMLFormElement): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || hasFocus(form)) return false;
  const region = form.closest("article, [role=dialog], [role=alertdialog]") ?? form;
  return !region.contains(activeElement);
}

function hasFocus(form: HTMLFormElement): boolean {
  const { activeElement } = document;
  return activeElement !== null && (form.contains(activeElement) || [...form.elements].includes(activeElement));
}
