import { useEffect } from "react";

import { placesOf, readFoundWords } from "@/lib/found-words";

const NAME = "found";
const SHOWN = "#page, .topbar"; // the page, and its title above it

/**
 * Highlights the words of the search that led to this page, in everything that the page shows now and later. The
 * browser paints the highlights over the text (CSS Custom Highlight API); without that API nothing is highlighted.
 */
export function FoundMarks({ search }: { search: string }) {
  useEffect(() => {
    const parts = [...document.querySelectorAll(SHOWN)];
    const words = readFoundWords(search);
    if (words.length === 0 || !("highlights" in CSS)) return;
    const mark = () => CSS.highlights.set(NAME, new Highlight(...parts.flatMap((part) => rangesOf(part, words))));
    const watch = new MutationObserver(mark);
    for (const part of parts) watch.observe(part, { childList: true, characterData: true, subtree: true });
    mark();
    return () => {
      watch.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [search]);
  return null;
}

function rangesOf(page: Node, words: readonly string[]): Range[] {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const [start, end] of placesOf(words, node.nodeValue ?? "")) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
