"""Split off the earlier mail that a reply quotes. The two parts together are the whole text.

In doubt nothing is split: a quotation that is shown costs a glance, but folded words of the sender may never be read.
A mail that is no reply is split in two cases only: lines with `>` or `blockquote` below a program's sentence that names
their writer, and text below `-----Original Message-----` with a header. The reason: people write `On Monday he wrote:`
themselves, and web forms send `From:` and `Subject:` above their text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from mail.quote_headers import (
    A_WRAPPED_LINE,
    MOST_LINES,
    announces,
    announces_original,
    begins_spoken,
    introduces,
    is_full,
    is_header_block,
    is_own_introduction,
    says_answers_follow,
    start_of_sentence,
)

# how much is searched for the headers of quotations: lines of a text, characters of a line
SEARCHED_LINES = 2_000
SEARCHED_CHARACTERS = 300

_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\ufeff]")
_TRIES = 20  # beginnings of quotations that are tried
_MOST_BLANKS = 6  # empty lines between a sentence and its quotation


@dataclass(frozen=True, slots=True)
class _Run:
    """Adjacent marked lines, `first` to before `end`. `begin`: where the sentence above them begins, else `first`."""

    begin: int
    first: int
    end: int

    @property
    def has_sentence(self) -> bool:
        return self.begin < self.first


def fold_quotes(text: str, *, by: str = "", is_reply: bool = True) -> tuple[str, str]:
    """The sender's own words, and the earlier mail below, above or between them; empty if nothing is split off.

    `by`: the sender's address. `is_reply`: whether the header of the mail says that it answers another.
    """
    lines = text.split("\n")
    seen = [_INVISIBLE.sub("", line[:SEARCHED_CHARACTERS]).strip() for line in lines]
    marked = [line.lstrip("\t\ufeff").startswith(">") for line in lines]  # a space before `>`: the writer's own
    runs = list(_runs(seen, marked, by, strict=not is_reply))
    beginnings = _unmarked(seen, runs, by) if is_reply else _announced(seen, by)
    for end in (*islice(beginnings, _TRIES), len(lines)):
        if end < len(lines) and says_answers_follow("\n".join(seen[:end])):
            continue
        above = [run for run in runs if run.first < end]
        quoted = [*(_folded(seen, above, end, is_reply=is_reply)), range(end, len(lines))]
        own = _left(lines, quoted)
        if own.strip() and not _is_sentence_alone(own):
            folded = "\n\n".join("\n".join(lines[part.start : part.stop]).strip("\n") for part in quoted if part)
            return (own, folded) if folded.strip() else (text, "")
    return text, ""


def _runs(seen: Sequence[str], marked: Sequence[bool], by: str, *, strict: bool) -> Iterator[_Run]:
    """The runs of marked lines. Two are one run if only the sentence above the second is between them."""
    run: _Run | None = None
    for first, end in _marked(seen, marked):
        begin = first
        while begin > 0 and not seen[begin - 1] and first - begin < _MOST_BLANKS:
            begin -= 1
        sentence = start_of_sentence(seen, begin, by=by, strict=strict) if begin <= SEARCHED_LINES else None
        begin = first if sentence is None else sentence
        if run is not None and not any(seen[run.end : begin]):
            run = _Run(run.begin, run.first, end)
            continue
        if run is not None:
            yield run
        run = _Run(_with_what_announces(seen, begin) if begin < first else begin, first, end)
    if run is not None:
        yield run


def _marked(seen: Sequence[str], marked: Sequence[bool]) -> Iterator[tuple[int, int]]:
    first = None
    for number, line in enumerate((*seen, "")):
        is_marked = number < len(marked) and marked[number]
        is_broken = first is not None and _is_broken(seen, marked, number)
        if is_marked or (is_broken and line):
            first = number if first is None else first
        elif first is not None:
            yield first, number
            first = None


def _is_broken(seen: Sequence[str], marked: Sequence[bool], number: int) -> bool:
    """Whether an unmarked line continues the marked line above it, which was encoded twice or wrapped in transit."""
    above, line = seen[number - 1], seen[number] if number < len(seen) else ""
    if above.endswith("="):
        return True
    is_within = number + 1 < len(marked) and marked[number + 1] and marked[number - 1]
    return is_within and line[:1].islower() and len(above) >= A_WRAPPED_LINE > len(line) and above[-1:] not in ".?!:"


def _folded(seen: Sequence[str], runs: Sequence[_Run], end: int, *, is_reply: bool) -> list[range]:
    """The run that is earlier mail. Several runs mean answers between the lines: then nothing is folded."""
    if len(runs) != 1:
        return []
    (run,) = runs
    is_last, is_first = not any(seen[run.end : end]), not any(seen[: run.begin])
    above = next((line for line in reversed(seen[: run.begin]) if line), "")
    is_bare = is_reply and (is_last or is_first) and not is_own_introduction(above)
    return [range(run.begin, run.end)] if run.has_sentence or is_bare else []


def _unmarked(seen: Sequence[str], runs: Sequence[_Run], by: str) -> Iterator[int]:
    """The lines at which earlier mail without marks may begin. It reaches to the end of the text."""
    marked = {number for run in runs for number in range(run.begin, run.end)}
    last = max((number for number, line in enumerate(seen) if line), default=0)
    for at in range(1, min(last, SEARCHED_LINES)):
        if not seen[at] or at in marked:
            continue
        if announces(seen[at]) or is_header_block(seen, at, by=by):
            yield _with_what_announces(seen, at)
        elif seen[at].endswith((":", "\uff1a", "---")) and at + 1 not in marked:
            begin = start_of_sentence(seen, at + 1, by="", strict=True)
            said = "" if begin is None else " ".join(seen[begin : at + 1])
            follows = next(filter(None, seen[at + 1 : at + 1 + _MOST_BLANKS]), "")
            if begin and is_full(said) and (not seen[begin - 1] or "<" in said) and not begins_spoken(follows):
                yield _with_what_announces(seen, begin)


def _announced(seen: Sequence[str], by: str) -> Iterator[int]:
    """The lines at which a program announces the original mail, followed by its header."""
    for at in range(1, min(len(seen), SEARCHED_LINES)):
        if announces_original(seen[at]):
            header = next((number for number in range(at + 1, min(at + _MOST_BLANKS, len(seen))) if seen[number]), None)
            if header is not None and is_header_block(seen, header, by=by):
                yield at


def _with_what_announces(seen: Sequence[str], at: int) -> int:
    """The first line of a header, including ruled lines and announcements above it."""
    begin = at
    for number in range(at - 1, max(-1, at - 1 - _MOST_BLANKS), -1):
        if introduces(seen[number]):
            begin = number
        elif seen[number]:
            break
    return begin


def _is_sentence_alone(own: str) -> bool:
    seen = own.strip()[: SEARCHED_CHARACTERS * MOST_LINES].split("\n")
    return len(seen) <= MOST_LINES and start_of_sentence(seen, len(seen), by="", strict=True) == 0


def _left(lines: Sequence[str], quoted: Sequence[range]) -> str:
    parts, at = [], 0
    for part in quoted:
        parts.append("\n".join(lines[at : part.start]).strip("\n").rstrip())
        at = part.stop
    return "\n\n".join(filter(str.strip, parts))
