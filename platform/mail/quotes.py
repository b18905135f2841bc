"""Split off the earlier mail that a reply quotes. The two parts together are the whole text.

In doubt nothing is split: a quotation that is shown costs a glance, own words that are folded may never be read. In a
first mail only lines marked by `>` or `blockquote` are earlier mail, below the sentence of a program that says whose
they are, and what stands below `-----Original Message-----` and its header: people write `On Monday he wrote:`
themselves, and forms send `From:` and `Subject:` above what they got.
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
    block_at,
    introduces,
    is_full,
    is_own_introduction,
    says_answers_follow,
    sentence_above,
)

# of a text that are searched for the headers of quotations, and of each line
SEARCHED_LINES = 2_000
SEARCHED_CHARACTERS = 300

_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\ufeff]")
_TRIES = 20  # beginnings of quotations
_MOST_BLANKS = 6  # lines between a sentence and what it is about


@dataclass(frozen=True, slots=True)
class _Run:
    """Marked lines that follow each other. `begin`: with the sentence above them, which ends before `first`."""

    begin: int
    first: int
    end: int

    @property
    def has_sentence(self) -> bool:
        return self.begin < self.first


def fold_quotes(text: str, *, by: str = "", is_reply: bool = True) -> tuple[str, str]:
    """What the sender wrote, and the earlier mail below, above or amid it.

    `by`: the sender's address. `is_reply`: whether the header of the mail says that it answers another.
    """
    lines = text.split("\n")
    seen = [_INVISIBLE.sub("", line[:SEARCHED_CHARACTERS]).strip() for line in lines]
    marked = [line.lstrip("\t\ufeff").startswith(">") for line in lines]  # a blank before it: the writer's own
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
    """Runs with nothing between them but sentences about the next one are one."""
    run: _Run | None = None
    for first, end in _marked(seen, marked):
        begin = first
        while begin > 0 and not seen[begin - 1] and first - begin < _MOST_BLANKS:
            begin -= 1
        sentence = sentence_above(seen, begin, by=by, strict=strict) if begin <= SEARCHED_LINES else None
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
    """Whether a line belongs to the marked one above: that was encoded twice, or broken on its way."""
    above, line = seen[number - 1], seen[number] if number < len(seen) else ""
    if above.endswith("="):
        return True
    is_within = number + 1 < len(marked) and marked[number + 1] and marked[number - 1]
    return is_within and line[:1].islower() and len(above) >= A_WRAPPED_LINE > len(line) and above[-1:] not in ".?!:"


def _folded(seen: Sequence[str], runs: Sequence[_Run], end: int, *, is_reply: bool) -> list[range]:
    """The run that is earlier mail. Where somebody has answered between the lines, all of it stays."""
    if len(runs) != 1:
        return []
    (run,) = runs
    is_last, is_first = not any(seen[run.end : end]), not any(seen[: run.begin])
    above = next((line for line in reversed(seen[: run.begin]) if line), "")
    is_bare = is_reply and (is_last or is_first) and not is_own_introduction(above)
    return [range(run.begin, run.end)] if run.has_sentence or is_bare else []


def _unmarked(seen: Sequence[str], runs: Sequence[_Run], by: str) -> Iterator[int]:
    """Where earlier mail begins that reaches to the end without marks."""
    marked = {number for run in runs for number in range(run.begin, run.end)}
    last = max((number for number, line in enumerate(seen) if line), default=0)
    for at in range(1, min(last, SEARCHED_LINES)):
        if not seen[at] or at in marked:
            continue
        if announces(seen[at]) or block_at(seen, at, by=by):
            yield _with_what_announces(seen, at)
        elif seen[at].endswith((":", "\uff1a", "---")) and at + 1 not in marked:
            begin = sentence_above(seen, at + 1, by="", strict=True)
            said = "" if begin is None else " ".join(seen[begin : at + 1])
            follows = next(filter(None, seen[at + 1 : at + 1 + _MOST_BLANKS]), "")
            if begin and is_full(said) and (not seen[begin - 1] or "<" in said) and not begins_spoken(follows):
                yield _with_what_announces(seen, begin)


def _announced(seen: Sequence[str], by: str) -> Iterator[int]:
    """Where a program says that the original mail follows, and its header does."""
    for at in range(1, min(len(seen), SEARCHED_LINES)):
        if announces_original(seen[at]):
            header = next((number for number in range(at + 1, min(at + _MOST_BLANKS, len(seen))) if seen[number]), None)
            if header is not None and block_at(seen, header, by=by):
                yield at


def _with_what_announces(seen: Sequence[str], at: int) -> int:
    """With the rule and the words above a header."""
    begin = at
    for number in range(at - 1, max(-1, at - 1 - _MOST_BLANKS), -1):
        if introduces(seen[number]):
            begin = number
        elif seen[number]:
            break
    return begin


def _is_sentence_alone(own: str) -> bool:
    seen = own.strip()[: SEARCHED_CHARACTERS * MOST_LINES].split("\n")
    return len(seen) <= MOST_LINES and sentence_above(seen, len(seen), by="", strict=True) == 0


def _left(lines: Sequence[str], quoted: Sequence[range]) -> str:
    parts, at = [], 0
    for part in quoted:
        parts.append("\n".join(lines[at : part.start]).strip("\n").rstrip())
        at = part.stop
    return "\n\n".join(filter(str.strip, parts))
