const TWO_LINES = 52; // px of the text under review

/** Scrolls to the beginning of the text under review, of a conversation to what is to be answered, if the form that has opened below it leaves no two lines of it in sight. */
export function keepTextInSight(form: HTMLElement): void {
  const item = form.closest("article");
  const text = item?.querySelector(".item-body :is(.prose, [data-unanswered])");
  const bar = item?.querySelector(".lockbar");
  const decision = item?.querySelector(".decision");
  if (!text || !bar || !decision) return;
  const { top, bottom } = text.getBoundingClientRect();
  const seen = Math.min(bottom, decision.getBoundingClientRect().top) - Math.max(top, bar.getBoundingClientRect().bottom);
  if (seen < Math.min(TWO_LINES, bottom - top)) text.scrollIntoView({ block: "start" });
}
