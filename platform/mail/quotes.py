"""Split off the earlier mail quoted below a reply, by the headers that `mail-parser-reply` finds, and by `>`.

The two parts together are the whole text. A text without a clear quotation is not split.
"""

import re
from functools import cache

from mailparser_reply.parser import EmailMessage

# The parser's patterns look ahead and back, so they get only the first lines, and only the beginning of each.
SEARCHED_LINES = 2_000
SEARCHED_CHARACTERS = 300

_LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "da", "sv", "cs", "ja", "ko", "zh", "david")
# a single line that begins with "Data:" or "Do:" would count as a quotation in every language
_POLISH = re.compile(r"napisał|nadesłał|Wysłano:")
_SEPARATOR = re.compile(r"-{3,} ?[\w ]{4,40} ?-{3,}|[-_]{20,}")
_SIGNATURE = re.compile(r"--\s?")


def fold_quotes(text: str) -> tuple[str, str]:
    """What the sender wrote, and the earlier mail below it."""
    lines = text.split("\n")
    at = _first_header(lines)
    if at is None:
        at = _trailing_quote(lines)
        return _parts(lines, at) if at is not None and _says(lines[:at]) else (text, "")
    if _is_answered_within(lines[at:]):
        return _below_the_quote(lines, at) if not _says(lines[:at]) else (text, "")
    return _parts(lines, at) if _says(lines[:at]) else (text, "")


def _first_header(lines: list[str]) -> int | None:
    """The line at which earlier mail begins."""
    seen = [line.strip()[:SEARCHED_CHARACTERS] for line in lines[:SEARCHED_LINES]]
    searched = "\n".join(seen)
    match = _pattern(bool(_POLISH.search(searched))).search(searched)
    if match is None:
        return None
    begin = match.start() + len(match.group()) - len(match.group().lstrip("\n"))
    at = searched.count("\n", 0, begin)
    while at > 0 and (not seen[at - 1] or _SEPARATOR.fullmatch(seen[at - 1])):
        at -= 1
    return at


@cache
def _pattern(polish: bool) -> re.Pattern[str]:
    languages = [*_LANGUAGES, "pl"] if polish else list(_LANGUAGES)
    return EmailMessage(text="", languages=languages).HEADER_REGEX


def _trailing_quote(lines: list[str]) -> int | None:
    """The first line of a quotation that reaches to the end."""
    at = len(lines)
    while at and (not lines[at - 1].strip() or lines[at - 1].lstrip().startswith(">")):
        at -= 1
    return at if any(line.lstrip().startswith(">") for line in lines[at:]) else None


def _is_answered_within(quoted: list[str]) -> bool:
    """Whether words stand below or between the lines that `>` marks."""
    marked = False
    for line in quoted:
        if line.lstrip().startswith(">"):
            marked = True
        elif marked and _SIGNATURE.fullmatch(line):
            return False
        elif marked and line.strip():
            return True
    return False


def _below_the_quote(lines: list[str], at: int) -> tuple[str, str]:
    """The answer stands below what it answers. With answers between the lines all of it stays."""
    marks = [number for number in range(at, len(lines)) if lines[number].lstrip().startswith(">")]
    first, last = marks[0], marks[-1]
    between = [line for line in lines[first:last] if line.strip() and not line.lstrip().startswith(">")]
    if between:
        return "\n".join(lines), ""
    return "\n".join(lines[last + 1 :]).strip("\n"), "\n".join(lines[: last + 1]).strip("\n")


def _parts(lines: list[str], at: int) -> tuple[str, str]:
    return "\n".join(lines[:at]).rstrip(), "\n".join(lines[at:]).strip("\n")


def _says(lines: list[str]) -> bool:
    return any(line.strip() for line in lines)
