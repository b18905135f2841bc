import { useEffect, useEffectEvent, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";

import { keepTextInSight } from "./keep-text-in-sight";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Opening {
  /** How often somebody has opened it. */
  opened: number;
  /** The item is this person's: a form that was left open has the focus when they take the item, or come back to it. */
  held: boolean;
  /** Its first field, whatever stands in the others. */
  first?: boolean;
}

/**
 * Takes the focus into a form each time that it is opened: to the first required field that is empty; where none is, to
 * the first required text, at its end.
 */
export function useFormFocus(id: string, { opened, held, first = false }: Opening): void {
  // who walks through the list stays in it
  const isWalk = useNavigationType() === NavigationType.Replace;
  const wasHeld = useRef<boolean | null>(null);
  const focus = useEffectEvent(() => focusForm(id, first));
  const hold = useEffectEvent(() => {
    const isTaken = wasHeld.current === false;
    if (held && (isTaken ? !isTyping() : !isWalk && isAtRest())) focusForm(id, first);
    wasHeld.current = held;
  });
  useEffect(() => {
    if (opened > 0) focus();
  }, [id, opened]);
  useEffect(() => hold(), [held]);
}

function focusForm(id: string, first: boolean): void {
  const form = document.getElementById(id);
  if (!form) return;
  const controls = [...form.querySelectorAll<Control>("input:not([hidden]), select, textarea")];
  const control = first ? controls[0] : soughtIn(controls);
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement) control.setSelectionRange(control.value.length, control.value.length);
  // one scroller, with the text above it
  const isInFlow = form.matches(".decision.open > form") && getComputedStyle(form).overflowY === "visible";
  form.scrollIntoView({ block: isInFlow ? "start" : "nearest" });
  if (!isInFlow) keepTextInSight(form);
}

/** Never a choice that is made already: letters that are typed there would change it. */
function soughtIn(controls: readonly Control[]): Control | undefined {
  const isEmpty = ({ value }: Control) => value === "";
  const required = controls.filter((control) => control.getAttribute("aria-required") === "true");
  return required.find(isEmpty) ?? required.find((control) => !(control instanceof HTMLSelectElement)) ?? controls.find(isEmpty) ?? controls[0];
}

const isTyping = () => document.activeElement?.closest("input, select, textarea, [role=dialog], [role=alertdialog]") != null;

/** Nothing on the page has the focus, or only what led here. */
const isAtRest = () => document.activeElement === document.body || document.activeElement?.matches("main, article, nav *") === true;
