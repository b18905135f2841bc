"""HTML of a mail as plain text: links are kept, quoted mail is marked by `>`, nothing is fetched or run.

It is read tag by tag, without a tree: a browser's tree of 28 kB of nested formatting takes 2 GB, and a parser needs
minutes for 2 MB of end tags. A tag that is never closed, or closed twice, has no effect on other tags.
"""

import re
from collections.abc import Iterator
from html import unescape

MAX_MARKUP = 2_000_000  # characters that are read; the rest stands in the original
MAX_QUOTES = 5  # levels that are marked
MAX_ADDRESS = 2_000  # characters of a link; a longer one is not shown

# their content ends at their own end tag; tags in it are text
_RAW = {"script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes"}
# neither they nor their content are shown
_HIDDEN = {"template", "noscript", "svg", "math", "object", "xml"}
_OF_OFFICE = ("w:", "o:")  # prefixes of document settings of Office; only `o:p` is a paragraph
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "tr", "ul",
}  # fmt: skip
_SPACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "table"}
# possessive, so it never backtracks; a `>` in a quoted value does not end the tag
_TAG = re.compile(
    r"""<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]{0,60}+)(?P<rest>(?:[^"'>=]++|=\s*+"[^"]*+"|=\s*+'[^']*+'|["'=])*+)>"""
)
_SIMPLE_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]{0,60}+)(?P<rest>[^>]*+)>")
_ATTRIBUTE = r"""(?:^|[\s"'/]){name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
_HREF, _ALT, _STYLE = (re.compile(_ATTRIBUTE.format(name=name), re.IGNORECASE) for name in ("href", "alt", "style"))
_INDENTED = re.compile(r"border(-left)?\s*:\s*(none|0|medium none)", re.IGNORECASE)  # an indentation, not a quotation
_LINK = re.compile(r"(https?|mailto|tel):", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f\u00a0]+")


def markup_to_text(markup: str) -> str:
    """The text that a person would read, with links and marked quotations."""
    writer = _Writer()
    for name, is_end, content in _tokens(markup[:MAX_MARKUP]):
        if not name:
            writer.add(unescape(content))
        elif is_end:
            writer.leave(name)
        else:
            writer.enter(name, content)
    return writer.text()


def _tokens(markup: str) -> Iterator[tuple[str, bool, str]]:
    """Tags as (name, whether it is an end tag, attributes), and texts as ("", False, text)."""
    ends = _Ends(markup)
    at = 0
    while at < len(markup):
        if markup[at] != "<":
            begin = at
            at = markup.find("<", at) % (len(markup) + 1)  # -1 becomes the end of the markup
            yield "", False, markup[begin:at]
        elif markup[at + 1 : at + 2] in ("!", "?"):
            at = ends.after("-->" if markup.startswith("<!--", at) else ">", at + 2)
        elif tag := ends.tag(at):
            name, at = tag["name"].lower(), ends.after_content(tag)
            if at == tag.end():
                yield name, bool(tag["end"]), tag["rest"]
        else:
            yield "", False, "<"
            at += 1


class _Ends:
    """Finds where tags and contents end. An end that is missing is not searched again, so the time stays linear."""

    def __init__(self, markup: str) -> None:
        self._markup, self._lower = markup, markup.lower() if len(markup.lower()) == len(markup) else markup
        self._missing: set[str] = set()

    def tag(self, at: int) -> re.Match[str] | None:
        """The tag at `at`. After the first tag whose quotes are not closed, quotes are ignored in all tags."""
        if "quotes" not in self._missing:
            if found := _TAG.match(self._markup, at):
                return found
            if not self._markup[at + 1 : at + 2].isalpha() and self._markup[at + 1 : at + 2] != "/":
                return None
            self._missing.add("quotes")
        return _SIMPLE_TAG.match(self._markup, at) if self._has(">", at) else None

    def _has(self, what: str, at: int) -> bool:
        return what not in self._missing and self.after(what, at) <= len(self._markup) and what not in self._missing

    def after(self, what: str, at: int) -> int:
        """The position after the next `what`; the end of the markup if there is none."""
        found = -1 if what in self._missing else self._lower.find(what, at)
        if found < 0:
            self._missing.add(what)
            return len(self._markup)
        return found + len(what)

    def after_content(self, tag: re.Match[str]) -> int:
        """The position after the end tag of an element that is never shown; for others, after the tag itself."""
        name, at = tag["name"].lower(), tag.end()
        is_hidden = name in _HIDDEN or (name.startswith(_OF_OFFICE) and name != "o:p")
        is_open = name in _RAW or (is_hidden and not tag["rest"].endswith("/"))
        if tag["end"] or not is_open:
            return at
        end = self.after(f"</{name}", at)
        if end < len(self._markup):
            return self.after(">", end)
        return end if name in _RAW else at  # an element of _HIDDEN that is not closed hides nothing


class _Writer:
    """Collects lines; each is marked by the depth of quotation in which it begins."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._tail = ""  # the end of the line, as much as `add` and `_end_link` need
        self._quotes = 0
        self._quoting: list[bool] = []  # for each open `blockquote`, whether it quotes
        self._preformatted = 0
        self._address = ""

    def text(self) -> str:
        self._end_link()
        self._end_line()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip("\n")

    def enter(self, tag: str, attributes: str) -> None:
        if tag == "br":
            self._end_line(even_if_empty=True)
        elif tag == "img":
            self.add(f"[{alt}]" if (alt := _value(_ALT, attributes).strip()) else "")
        elif tag == "a":
            self._end_link()
            self._address = _value(_HREF, attributes).strip()
        elif tag in ("td", "th") and self._tail:
            self.add(" ")
        if tag in _BLOCKS:
            self._end_line()
            self._space(tag)
        if tag == "blockquote":
            self._quote(not _INDENTED.search(_value(_STYLE, attributes)))
        self._preformatted += tag == "pre"
        if tag == "li":
            self.add("- ")

    def leave(self, tag: str) -> None:
        if tag == "a":
            self._end_link()
        if tag in _BLOCKS:
            self._end_line()
        if tag == "blockquote" and self._quoting:
            self._quotes -= self._quoting.pop()
        self._preformatted = max(0, self._preformatted - (tag == "pre"))
        if tag in _BLOCKS:
            self._space(tag)

    def _quote(self, quotes: bool) -> None:
        self._quoting.append(quotes)
        self._quotes += quotes

    def add(self, text: str) -> None:
        if self._preformatted:
            first, *further = text.split("\n")
            self._put(first)
            for each in further:
                self._end_line(even_if_empty=True)
                self._put(each)
            return
        text = _BLANKS.sub(" ", text)
        self._put(text.lstrip(" ") if not self._tail or self._tail.endswith(" ") else text)

    def _put(self, text: str) -> None:
        self._line.append(text)
        self._tail = (self._tail + text)[-MAX_ADDRESS - 100 :]

    def _end_link(self) -> None:
        """Add the address of a link, unless its text contains it: staff see where each link leads."""
        bare = re.sub(r"^(mailto|tel):", "", self._address)
        if _LINK.match(self._address) and len(bare) <= MAX_ADDRESS and bare not in self._tail[-len(bare) - 100 :]:
            self.add(f" <{bare}>")
        self._address = ""

    def _end_line(self, *, even_if_empty: bool = False) -> None:
        line = "".join(self._line).rstrip()
        self._line, self._tail = [], ""
        if line or even_if_empty:
            self._lines.append(self._mark + line)

    def _space(self, tag: str) -> None:
        if tag in _SPACED and self._lines and self._lines[-1].strip("> "):
            self._lines.append(self._mark.rstrip())

    @property
    def _mark(self) -> str:
        return "> " * min(self._quotes, MAX_QUOTES)


def _value(attribute: re.Pattern[str], attributes: str) -> str:
    found = attribute.search(attributes)
    return unescape(next((each for each in found.groups() if each is not None), "")) if found else ""
