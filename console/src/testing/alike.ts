/** Attributes that jsdom's style sheet uses to show or hide an element, apart from its name. */
const ATTRIBUTES = ["hidden", "open", "type", "popover"];

/**
 * Shares the computed style among elements of one kind. jsdom compares each element with each rule of its style sheet,
 * which took a fifth of the tests' time; no other sheet is loaded (setup.ts). For elements with inline styles, jsdom
 * computes the style itself.
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

/** Whether the element has an inline style, or inherits from an element that has one. */
function isStyled(element: Element): boolean {
  if (element.getAttribute("style")) return true;
  for (let above = element.parentElement; above; above = above.parentElement)
    if (above.hasAttribute("hidden") || /visibility|pointer-events/.test(above.getAttribute("style") ?? "")) return true;
  return false;
}
