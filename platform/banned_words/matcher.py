"""The compiled list: finds its entries in a text, in all views, without the matches that exceptions spare."""

import logging
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from banned_words.costs import Meter
from banned_words.endings import has_endings
from banned_words.folding import Folded, fold, origins, words_of
from banned_words.inside import held, holding
from banned_words.leetspeak import odd_letters
from banned_words.models import Action, Mode, Severity
from banned_words.patterns import Pattern
from banned_words.views import Span, Term, View, Views, Words
from kit.errors import InvalidError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """The fields of an entry that matching needs. `endings`: None for the default of its term."""

    id: int
    term: str
    mode: str
    action: str
    severity: int
    exceptions: tuple[str, ...] = ()
    is_shadow: bool = False
    endings: bool | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of an entry. `start`, `end`: positions in the original text. `letters`: the word in the completed view;
    empty for other views."""

    word: str
    entry_id: int
    start: int
    end: int
    action: str
    severity: int
    view: str = View.FOLDED
    is_shadow: bool = False
    letters: str = ""

    @property
    def is_harmful(self) -> bool:
        return self.severity >= Severity.HARMFUL


@dataclass(frozen=True, slots=True)
class Found:
    """`spared`: start and end of each exception that prevented a match of its entry."""

    matches: list[Match] = field(default_factory=list)
    spared: list[tuple[int, int]] = field(default_factory=list)


_WEIGHT: dict[str, int] = {Action.FLAG: 0, Action.REJECT: 1, Action.HOLD: 2}
_ORDER = {view: number for number, view in enumerate(View)}


class Matcher:
    """Compiled once per list, used for many texts. The time depends on the text and its matches, not on the list."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)
        terms = [
            Term(number, entry.term, entry.mode == Mode.PREFIX, has_endings(entry.term, entry.endings))
            for number, entry in sorted(enumerate(self._entries), key=_by_effect)
            if entry.mode != Mode.PATTERN
        ]
        self._views = Views(terms)
        self._patterns = list(_patterns(self._entries))
        spared = [
            (words, Term(number, words))
            for number, entry in enumerate(self._entries)
            for text in entry.exceptions
            if (words := words_of(fold(text)).strip())
        ]
        self._has_exceptions = {term.number for _, term in spared}
        self._exceptions = Words(spared)

    def find(self, text: str, meter: Meter | None = None) -> list[Match]:
        """The matches in the order of the text, without overlaps: at one start the longest term is taken. Shadow
        entries do not compete with others.

        `meter`: the call's budget, which stops patterns that cost too much. None: a budget for this text only.
        """
        return self.examine(text, meter).matches

    def ids(self, numbers: Iterable[int]) -> list[int]:
        """The ids of entries. `numbers`: their indexes in the list."""
        return [self._entries[number].id for number in numbers]

    def examine(self, text: str, meter: Meter | None = None) -> Found:
        """The matches of `find`, and the exceptions that spared others."""
        if not text or not self._entries:
            return Found()
        folded = Folded.of(fold(text))
        odd = odd_letters(text)
        places = origins(text)
        if odd and not isinstance(places, range):
            odd = [bisect_left(places, place) for place in odd]
        spans = list(self._views.find(folded, odd))
        patterns = [
            Span(number, start, end, View.GIVEN)
            for number, start, end in (meter or Meter()).search(self._patterns, text)
        ]
        if not spans and not patterns:
            return Found()
        given = [_in_text(span, places) for span in spans] + patterns
        kept, spared = self._without_spared(given, folded, places)
        shadows = [self._entries[span.number].is_shadow for span in kept]
        active = _longest([span for span, shadow in zip(kept, shadows, strict=True) if not shadow], self._entries)
        counted = _longest([span for span, shadow in zip(kept, shadows, strict=True) if shadow], self._entries)
        chosen = sorted([*active, *counted], key=lambda span: span.start)
        return Found([self._match(text, span) for span in chosen], sorted(spared))

    def _without_spared(
        self, spans: list[Span], folded: Folded, places: Sequence[int]
    ) -> tuple[list[Span], set[tuple[int, int]]]:
        if self._has_exceptions.isdisjoint(span.number for span in spans):
            return spans, set()
        innocent: dict[int, list[Span]] = {}
        for span in self._exceptions.find(folded, View.FOLDED):
            innocent.setdefault(span.number, []).append(_in_text(span, places))
        if not innocent:
            return spans, set()
        found: dict[int, list[Span]] = {}
        for span in spans:
            found.setdefault(span.number, []).append(span)
        spared = {
            (place.start, place.end)
            for number, around in innocent.items()
            for place in holding(around, found.get(number, ()))
        }
        inside = {span for number, around in innocent.items() for span in held(found.get(number, ()), around)}
        return [span for span in spans if span not in inside], spared

    def _match(self, text: str, span: Span) -> Match:
        entry = self._entries[span.number]
        word = text[span.start : span.end]
        return Match(
            word,
            entry.id,
            span.start,
            span.end,
            entry.action,
            entry.severity,
            str(span.view),
            entry.is_shadow,
            span.letters,
        )


def _by_effect(numbered: tuple[int, Entry]) -> tuple[bool, int, int, int]:
    number, entry = numbered
    return entry.is_shadow, _WEIGHT[entry.action], entry.severity, number


def _patterns(entries: Sequence[Entry]) -> Iterator[tuple[int, Pattern]]:
    for number, entry in enumerate(entries):
        if entry.mode == Mode.PATTERN:
            try:
                yield number, Pattern(entry.term)
            except InvalidError:  # it was valid when it was saved; a new version of the engine must not stop the ingest
                logger.error("the pattern of banned word %s cannot be used", entry.id)


def _in_text(span: Span, places: Sequence[int]) -> Span:
    return span._replace(start=places[span.start], end=places[span.end - 1] + 1)


def _longest(spans: list[Span], entries: Sequence[Entry]) -> Iterator[Span]:
    """The spans without overlaps, from the left. At one start the longest term is taken, in the plainest view."""
    passed = 0
    ordered = sorted(
        spans, key=lambda span: (span.start, -len(entries[span.number].term), _ORDER[span.view], span.number)
    )
    for span in ordered:
        if span.start >= passed:
            passed = span.end
            yield span
