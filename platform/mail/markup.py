"""HTML of a mail as plain text: links are kept, quoted mail is marked by `>`, nothing is fetched or run."""

import re
from collections.abc import Iterator
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_MARKUP = 2_000_000  # characters that are read; the rest stands in the original
MAX_QUOTES = 5  # levels that are marked
MAX_DEPTH = 2_000  # levels of markup

_HIDDEN = {"script", "style", "head", "template", "noscript", "svg", "object", "iframe", "title"}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figure", "footer",
    "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr",
    "ul",
}  # fmt: skip
_SPACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "table"}
# often not closed, or empty
_NEVER_DEEP = {"p", "li", "td", "th", "tr", "dd", "dt", "option", "br", "hr", "img", "input", "meta", "link", "col"}
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)")
_ANY_TAG = re.compile(r"<[^<>]*>")
_LINK = re.compile(r"(https?|mailto|tel):", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f\u00a0]+")


def markup_to_text(markup: str) -> str:
    """What a person would read, with links and marked quotes. Markup too deep for the parser only loses its tags."""
    markup = markup[:MAX_MARKUP]
    if _is_too_deep(markup):
        return _BLANKS.sub(" ", unescape(_ANY_TAG.sub(" ", markup))).strip()
    root = LexborHTMLParser(markup).root
    return _Writer().write(root) if root is not None else ""


def _is_too_deep(markup: str) -> bool:
    """The parser's time grows with the square of the depth. Mails have tens of levels, attacks have 100,000."""
    depth = 0
    for tag in _TAG.finditer(markup):
        if tag["name"].lower() not in _NEVER_DEEP:
            depth = max(0, depth + (-1 if tag["end"] else 1))
            if depth > MAX_DEPTH:
                return True
    return False


class _Writer:
    """Collects lines; each is marked by the depth of quotation in which it begins."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.quotes = 0
        self.preformatted = 0

    def write(self, root: LexborNode) -> str:
        for node, enters in _walk(root):
            if enters:
                self._enter(node)
            else:
                self._leave(node)
        self._end_line()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip("\n")

    def _enter(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._add(node.text_content or "")
        elif tag == "br":
            self._end_line(even_if_empty=True)
        elif tag == "img":
            self._add(f"[{alt}]" if (alt := (node.attributes.get("alt") or "").strip()) else "")
        if tag in _BLOCKS:
            self._end_line()
            self._space(tag)
        self.quotes += tag == "blockquote"
        self.preformatted += tag == "pre"
        if tag == "li":
            self._add("- ")
        elif tag in ("td", "th") and self.line:
            self._add(" ")

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag == "a":
            self._add_address(node)
        if tag in _BLOCKS:
            self._end_line()
        self.quotes -= tag == "blockquote"
        self.preformatted -= tag == "pre"
        if tag in _BLOCKS:
            self._space(tag)

    def _add(self, text: str) -> None:
        if self.preformatted:
            first, *further = text.split("\n")
            self.line += first
            for each in further:
                self._end_line(even_if_empty=True)
                self.line = each
            return
        text = _BLANKS.sub(" ", text)
        self.line += text.lstrip() if not self.line or self.line.endswith(" ") else text

    def _add_address(self, node: LexborNode) -> None:
        """Where a link leads, unless its text says it: a mail that hides an address does not hide it from staff."""
        address = (node.attributes.get("href") or "").strip()
        bare = re.sub(r"^(mailto|tel):", "", address)
        if _LINK.match(address) and bare not in self.line[-len(bare) - 100 :]:
            self._add(f" <{bare}>")

    def _end_line(self, *, even_if_empty: bool = False) -> None:
        line = self.line.rstrip()
        self.line = ""
        if line or even_if_empty:
            self.lines.append(self._mark + line)

    def _space(self, tag: str) -> None:
        if tag in _SPACED and self.lines and self.lines[-1].strip("> "):
            self.lines.append(self._mark.rstrip())

    @property
    def _mark(self) -> str:
        return "> " * min(self.quotes, MAX_QUOTES)


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Each node when it is entered and, except for texts, when it is left; without what is never shown."""
    node: LexborNode | None = root
    path: list[LexborNode] = []
    while node is not None:
        yield node, True
        child = None if node.tag in _HIDDEN else node.first_child
        if child is not None:
            path.append(node)
            node = child
            continue
        yield node, False
        following = node.next
        while following is None and path:
            node = path.pop()
            yield node, False
            following = node.next if path or node is not root else None
        node = following
