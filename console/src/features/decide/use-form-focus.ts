import { useEffect, useEffectEvent, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";

import { giveAhead } from "@/lib/keys-ahead";

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
  // a window that is turned or made smaller lays the item out anew, as a keyboard on a screen does
  useEffect(() => {
    const lay = () => {
      const form = document.getElementById(id);
      if (form?.contains(document.activeElement)) bringInSight(form, document.activeElement);
    };
    window.addEventListener("resize", lay);
    return () => window.removeEventListener("resize", lay);
  }, [id]);
}

function focusForm(id: string, first: boolean): void {
  const form = document.getElementById(id);
  if (!form) {
    giveAhead(null);
    return;
  }
  const controls = [...form.querySelectorAll<Control>("input:not([hidden]), select, textarea")];
  const control = first ? controls[0] : soughtIn(controls);
  bringInSight(form, control);
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement) control.setSelectionRange(control.value.length, control.value.length);
  giveAhead(control);
}

const TWO_LINES = 52; // px of the text under review

/**
 * Where the form scrolls with the text above it, as much of that stays as there is room for, its last two lines at least. What is written beside a file, or at the foot of a conversation, is in sight as it is: that scrolls only
 * where it has no room.
 */
function bringInSight(form: HTMLElement, control: Element | null | undefined): void {
  if (form.closest(".decision.beside")) control?.scrollIntoView({ block: "nearest" });
  else if (form.closest(".decision.composed")) {
    const box = form.closest("section") ?? form;
    if (isWhole(box)) keepTextInSight(form);
    else box.scrollIntoView({ block: "start" });
  } else if (getComputedStyle(form).overflowY === "visible") {
    const decision = form.closest(".decision") ?? form;
    const bar = form.closest("article")?.querySelector(".lockbar");
    form.scrollIntoView({ block: "end" });
    // its margin leaves two lines of the text in sight
    if (decision.getBoundingClientRect().top < (bar?.getBoundingClientRect().bottom ?? 0) + TWO_LINES) decision.scrollIntoView({ block: "start" });
    control?.scrollIntoView({ block: "nearest" });
  } else {
    form.scrollIntoView({ block: "nearest" });
    keepTextInSight(form);
  }
}

/** Nothing of it is behind the lock bar, or below the item. */
function isWhole(box: HTMLElement): boolean {
  const item = box.closest("article");
  const { top, bottom } = box.getBoundingClientRect();
  return top >= (item?.querySelector(".lockbar")?.getBoundingClientRect().bottom ?? 0) && bottom <= (item?.getBoundingClientRect().bottom ?? 0);
}

/** Scrolls to the beginning of the text under review, of a conversation to what is to be answered, if the form that has opened below it leaves no two lines of it in sight. */
function keepTextInSight(form: HTMLElement): void {
  const item = form.closest("article");
  const text = item?.querySelector(".item-body :is(.prose, [data-unanswered])");
  const bar = item?.querySelector(".lockbar");
  const decision = item?.querySelector(".decision");
  if (!text || !bar || !decision) return;
  const { top, bottom } = text.getBoundingClientRect();
  const seen = Math.min(bottom, decision.getBoundingClientRect().top) - Math.max(top, bar.getBoundingClientRect().bottom);
  if (seen < Math.min(TWO_LINES, bottom - top)) text.scrollIntoView({ block: "start" });
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
