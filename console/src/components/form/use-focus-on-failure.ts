import { useEffect, useEffectEvent } from "react";

/** How the last try to send a form went. */
interface LastTry {
  /** Grows with each try. */
  tries: number;
  /** It is on its way. */
  busy: boolean;
  /** What the server refused it with, and the fields that this names. */
  refusal?: unknown;
  fields?: readonly string[];
}

const NO_FIELDS: readonly string[] = [];
/** Refusals that have had the focus: a form that is shown again later does not take it once more. */
const seen = new WeakSet<object>();

/**
 * After a try that failed, the focus is in the form: in the first field with an error, otherwise where it was, or on
 * the form where it was lost. So the next key and the next Ctrl+Enter reach the form.
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
    // the errors of these fields are drawn after this effect: the fields are found by name
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

/** Somebody types in another place of the page: their focus is left alone. */
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
