/** The dialog takes the focus, not its close button; a field with `autoFocus` inside goes before both. */
export function focusItself(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
}
