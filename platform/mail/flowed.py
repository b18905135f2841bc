"""Texts in `format=flowed`, whose paragraphs were cut into lines for sending (RFC 3676)."""

import re

_LINE = re.compile(r"(>*) ?(.*)", re.DOTALL)
_SIGNATURE = "-- "


def unflowed(text: str, *, joins: bool) -> str:
    """Join each paragraph to one line; `>` marks quotations. `joins`: the space at a cut is not part of the text."""
    lines: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for line in text.split("\n"):
        marks, content = _LINE.fullmatch(line).groups()  # type: ignore[union-attr]
        if paragraph and (len(marks) != depth or content == _SIGNATURE):
            lines.append(_marked("".join(paragraph), depth))
            paragraph = []
        depth = len(marks)
        goes_on = content.endswith(" ") and content != _SIGNATURE
        paragraph.append(content[:-1] if goes_on and joins else content)
        if not goes_on:
            lines.append(_marked("".join(paragraph), depth))
            paragraph = []
    if paragraph:
        lines.append(_marked("".join(paragraph), depth))
    return "\n".join(lines)


def _marked(line: str, depth: int) -> str:
    if not depth:
        return f" {line}" if line.startswith(">") else line  # a `>` of the writer, not a quotation
    return f"{'>' * depth} {line}".rstrip()
