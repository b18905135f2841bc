/** Below the control, or beside it at its inline end. */
export type Side = "below" | "beside";

const GAP = 6;
const EDGE = 8; // free space along the edges of the window

/** Puts a fixed element next to a control: on the other side where there is no room, and never beyond the window. */
export function place(element: HTMLElement, control: DOMRect, side: Side): void {
  const { width, height } = element.getBoundingClientRect();
  const rtl = document.documentElement.dir === "rtl";
  const beside = side === "beside";

  const below = control.bottom + GAP;
  const above = control.top - GAP - height;
  const centred = control.left + (control.width - width) / 2;
  const end = rtl ? control.left - GAP - width : control.right + GAP;

  const top = beside ? control.top + (control.height - height) / 2 : below + height > innerHeight - EDGE ? above : below;
  const left = beside ? end : centred;
  element.style.top = `${clamp(top, innerHeight - height - EDGE)}px`;
  element.style.left = `${clamp(left, innerWidth - width - EDGE)}px`;
}

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));
