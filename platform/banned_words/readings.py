"""A text in each view that has a match, for people who try an entry."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from banned_words.completing import Completed, Filling
from banned_words.folding import fold, origins
from banned_words.joining import joined_whole
from banned_words.leetspeak import without_leetspeak
from banned_words.matcher import Match
from banned_words.views import View


@dataclass(frozen=True, slots=True)
class Reading:
    """`marks`: start and end of each match in `text`, which is the text in this view."""

    view: str
    text: str
    marks: list[tuple[int, int]]


def readings_of(text: str, matches: Sequence[Match]) -> list[Reading]:
    """Views without a match and the view of the original text are left out."""
    folded, places = fold(text), origins(text)
    read, _ = without_leetspeak(folded)
    found = [
        Reading(str(view), letters, [_in_folded(places, match) for match in matches if match.view == view])
        for view, letters in ((View.FOLDED, folded), (View.LEETSPEAK, read))
    ]
    joined = [_in_folded(places, match) for match in matches if match.view == View.JOINED]
    completed = _completed(folded, [(*_in_folded(places, match), match.letters) for match in matches if match.letters])
    return [reading for reading in (*found, _joined(read, joined), completed) if reading.marks]


def _in_folded(places: Sequence[int], match: Match) -> tuple[int, int]:
    return bisect_left(places, match.start), bisect_left(places, match.end)


def _joined(read: str, spans: Sequence[tuple[int, int]]) -> Reading:
    """Letters that English doubles stay doubled, so that words keep their spelling."""
    whole = joined_whole(read)
    shown = [
        letter if odd else letter * count
        for letter, count, odd in zip(whole.text, whole.counts, whole.odd, strict=True)
    ]
    starts = [0, *accumulate(map(len, shown))]
    marks = []
    for first, last in spans:
        start, end = bisect_left(whole.firsts, first), bisect_right(whole.firsts, last - 1)
        marks.append((starts[start] - 1, starts[end] - 1))  # the first space is not shown
    return Reading(str(View.JOINED), "".join(shown)[1:], marks)


def _completed(folded: str, found: Sequence[tuple[int, int, str]]) -> Reading:
    """`found`: start, end and letters of each match in the folded text, in order."""
    completed = Completed(folded, [Filling(*each) for each in found])
    marks = [(start, start + len(each[2])) for start, each in zip(completed.filled, found, strict=True)]
    return Reading(str(View.COMPLETED), completed.text, marks)
