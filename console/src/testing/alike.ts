/** What the style sheet of jsdom reads to show or hide an element, beside its name. */
const ATTRIBUTES = ["hidden", "open", "type", "popover"];

/**
 * Lets the first element of a kind answer for the style of all. jsdom compares each element with each rule of its style sheet, which took
 * a fifth of the time of the tests; there is no other sheet (setup.ts). Where styles stand in the page, jsdom answers itself.
 */
export function shareStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const answers = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || isStyled(element)) return compute(element, pseudo);
    const kind = [element.localName, ...ATTRIBUTES.map((name) => element.getAttribute(name))].join("|");
    const style = answers.get(kind) ?? compute(element.cloneNode() as Element);
    answers.set(kind, style);
    return style;
  };
}

/** By a style of its own, or by one that it inherits. */
function isStyled(element: Element): boolean {
  if (element.getAttribute("style")) return true;
  for (let above = element.parentElement; above; above = above.parentElement)
    if (above.hasAttribute("hidden") || /visibility|pointer-events/.test(above.getAttribute("style") ?? "")) return true;
  return false;
}
