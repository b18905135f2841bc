"""Split off the earlier mail quoted below a reply, by the headers that `mail-parser-reply` finds, and by `>`.

The two parts together are the whole text. A text without a clear quotation is not split: people write `On Monday he
wrote:` themselves, and forms send `From:` and `Subject:` above what somebody has written.
"""

import re
from collections.abc import Iterator
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
_LABEL = re.compile(r"[\s>*_]*[^\W\d_][\w -]{1,18}[*_]*\s?:")
_TIME, _YEAR = re.compile(r"\d{1,2}[:.h]\d{2}|\d ?[AaPp]\.?[Mm]|\d ?[時点时시]"), re.compile(r"\b(?:19|20)\d\d")
_LABELS = 4  # of the header of an earlier mail: who, when, to whom, what about
_MOST_LINES = 12  # of such a header
_TRIES = 20


def fold_quotes(text: str, *, by: str = "") -> tuple[str, str]:
    """What the sender wrote, and the earlier mail below it. `by`: the sender's address."""
    lines = text.split("\n")
    at = next(_headers(lines, by), None)
    if at is None:
        at = _trailing_quote(lines)
        return _parts(lines, at) if at is not None and _says(lines[:at]) else (text, "")
    if _is_answered_within(lines[at:]):
        return _below_the_quote(lines, at) if not _says(lines[:at]) else (text, "")
    return _parts(lines, at) if _says(lines[:at]) else (text, "")


def _headers(lines: list[str], by: str) -> Iterator[int]:
    """The lines at which earlier mail begins."""
    seen = [line.strip()[:SEARCHED_CHARACTERS] for line in lines[:SEARCHED_LINES]]
    searched = "\n".join(seen)
    pattern, begin = _pattern(bool(_POLISH.search(searched))), 0
    for _ in range(_TRIES):
        match = pattern.search(searched, begin)
        if match is None:
            return
        begin = match.end() if match.end() > match.start() else match.end() + 1
        at = searched.count("\n", 0, match.start() + len(match.group()) - len(match.group().lstrip("\n")))
        last = max(at, searched.count("\n", 0, match.start() + len(match.group().rstrip("\n"))))
        first = at
        while first > 0 and (not seen[first - 1] or _SEPARATOR.fullmatch(seen[first - 1])):
            first -= 1
        if any(_SEPARATOR.fullmatch(line) for line in seen[first : at + 1]) or _is_header(seen, at, last, by):
            yield first


def _is_header(seen: list[str], at: int, last: int, by: str) -> bool:
    """Whether programs write such lines, and not people."""
    block = seen[at : at + _MOST_LINES]
    block = block[: block.index("")] if "" in block else block
    said = "\n".join(block)
    if _LABEL.match(seen[at]) and not seen[at].endswith(":"):
        labels = sum(bool(_LABEL.match(line)) for line in block)
        is_dated = bool(_TIME.search(said) or _YEAR.search(said))
        return labels >= _LABELS and is_dated and not (by and by in seen[at].lower())
    below = next((line for line in seen[last + 1 :] if line), "")
    header = "\n".join(seen[at : last + 1])
    return below.startswith(">") or "@" in header or bool(_TIME.search(header) and _YEAR.search(header))


@cache
def _pattern(polish: bool) -> re.Pattern[str]:
    languages = [*_LANGUAGES, "pl"] if polish else list(_LANGUAGES)
    return EmailMessage(text="", languages=languages).HEADER_REGEX


def _trailing_quote(lines: list[str]) -> int | None:
    """The first line of a quotation that reaches to the end, or of who wrote it, in any language."""
    at = len(lines)
    while at and (not lines[at - 1].strip() or lines[at - 1].lstrip().startswith(">")):
        at -= 1
    if not any(line.lstrip().startswith(">") for line in lines[at:]):
        return None
    above = lines[at - 1].strip() if at else ""
    return at - 1 if above.endswith((":", "\uff1a")) and ("@" in above or _YEAR.search(above)) else at


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
