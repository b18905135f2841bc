"""The views of a text, and the search for terms in each of them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from banned_words.completing import Completed, Filling, Word
from banned_words.cuts import Cuts
from banned_words.edges import RowEdges, begins_word, end_of_word, ends_word
from banned_words.endings import ending_at, endings_of, plural_in_ies
from banned_words.folding import Folded, fold, word_starts, words_of
from banned_words.joining import Joined, joined_stretches, squeezed
from banned_words.leetspeak import as_one_letter, read_token, without_leetspeak
from banned_words.masks import Masks

_SHORTEST_DISGUISED = 3  # letters
_FEW_PLACES = 12
_FEWEST_LETTERS = 2  # different letters in a row, at least: `xxxx` is no disguise


class View(StrEnum):
    GIVEN = "given"
    FOLDED = "folded"
    LEETSPEAK = "leetspeak"
    JOINED = "joined"
    COMPLETED = "completed"


class Term(NamedTuple):
    """A term that is no pattern. `number`: its index in the list. `has_endings`: plurals and possessives match too."""

    number: int
    text: str
    is_prefix: bool = False
    has_endings: bool = False


class Span(NamedTuple):
    """A match: positions in the folded text (`end` exclusive). `letters`: the stretch in the completed view."""

    number: int
    start: int
    end: int
    view: View
    letters: str = ""


class _Index:
    """Terms by their form in one view."""

    def __init__(self, keyed: Sequence[tuple[str, Term]]) -> None:
        self._terms: dict[str, list[Term]] = {}
        for key, term in keyed:
            self._terms.setdefault(key, []).append(term)
        self._keys = list(self._terms)
        self._automaton = AhoCorasick(self._keys) if self._keys else None

    def find(self, text: str) -> Iterator[tuple[list[Term], int, int]]:
        if self._automaton is not None:
            for number, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
                yield self._terms[self._keys[number]], start, end


class Words:
    """Searches a text of words with one space between them: the folded, leetspeak and completed views."""

    def __init__(self, keyed: Sequence[tuple[str, Term]]) -> None:
        self._index = _Index(keyed)

    def find(self, folded: Folded, view: View, changed: Sequence[int] | None = None) -> Iterator[Span]:
        """`changed`: if given, a match must contain at least one of these positions."""
        text = folded.words
        places = _Places(folded)
        for terms, start, end in self._index.find(text):
            if not begins_word(text, start):
                continue
            for term in terms:
                last = _end_of(term, text, end)
                if last is None:
                    continue
                span = Span(term.number, places.of(start), places.of(last - 1) + 1, view)
                if changed is None or _holds_any(changed, span):
                    yield span


def _end_of(term: Term, text: str, end: int) -> int | None:
    """The end of the term including its ending; None if it is part of a longer word."""
    if term.is_prefix:
        return end_of_word(text, end)
    if ends_word(text, end):
        return end
    ending = ending_at(text, end, endings_of(term.text)) if term.has_endings else None
    return None if ending is None else end + len(ending)


class _Places:
    """Maps positions in `Folded.words` to positions in the folded text. Computed on demand, because few are needed.

    Matches come nearly in order, so each search starts from the word that was found last.
    """

    def __init__(self, folded: Folded) -> None:
        self._read, self._text = folded.apart, folded.words
        self._starts: list[int] = []
        self._asked = 0
        # the word found last: its number, and its start in the words and in the folded text
        self._present = self._first = (0, 1, len(self._read) - len(self._read.lstrip()))

    def of(self, index: int) -> int:
        """The position in the folded text. `index`: position in the words."""
        begin = self._text.rfind(" ", 0, index) + 1
        before, begun, place = self._present
        if begin >= begun:
            word = before + self._text.count(" ", begun, begin)
        else:  # terms are found by their end, so a longer one may begin before the word found last
            word = before - self._text.count(" ", begin, begun)
        if word != before:
            place = self._start(word, before, place)
            self._present = (word, begin, place)
        return place + index - begin

    def _start(self, word: int, before: int, place: int) -> int:
        """The start of a word in the folded text. `place`: the start of the word `before`."""
        self._asked += 1
        if self._asked < _FEW_PLACES:
            if word < before:
                before, _, place = self._first
            return len(self._read) - len(self._read[place:].split(None, word - before)[word - before])
        if not self._starts:
            self._starts = word_starts(self._read)
        return self._starts[word]


def _holds_any(places: Sequence[int], span: Span) -> bool:
    next_one = bisect_left(places, span.start)
    return next_one < len(places) and places[next_one] < span.end


class JoinedWords:
    """Searches the view without separators and repeated letters (`joining`)."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._counts: dict[tuple[str, int, str], list[int]] = {}
        keyed = []
        for term in terms:
            letters = read_terms(term.text)
            for key_text in {letters, letters.replace(" ", "")}:
                key, counts = squeezed(key_text)
                if len(key_text) >= _SHORTEST_DISGUISED and len(key) >= _FEWEST_LETTERS:
                    keyed.append((key, term))
                    self._counts[key, term.number, term.text] = counts
        self._index = _Index(keyed)

    def find(self, read: Folded) -> Iterator[Span]:
        """`read`: the text without leetspeak."""
        for made in joined_stretches(read):
            yield from self.find_in(made)

    def find_in(self, made: Joined) -> Iterator[Span]:
        fitting = [
            (start, last, term)
            for terms, start, end in self._index.find(made.text)
            for term in terms
            if _fits(made, start, self._counts[made.text[start:end], term.number, term.text])
            for last in _ends(term, made, end)
        ]
        disguised = [each for each in fitting if _is_disguised(made, each[0], each[1])]
        if not disguised:
            return
        edges = RowEdges(made, [(start, end, term.is_prefix) for start, end, term in fitting])
        for start, end, term in disguised:
            last = edges.end_of_word(end) if term.is_prefix else end
            if edges.begins(start) and (last > end or edges.ends(end)):
                yield Span(term.number, made.firsts[start], made.lasts[last - 1] + 1, View.JOINED)


def _is_disguised(made: Joined, start: int, end: int) -> bool:
    return any(made.joined[start + 1 : end]) or any(made.odd[start:end])


def _fits(made: Joined, start: int, counts: Sequence[int]) -> bool:
    """Whether each letter occurs as often as in the term, or more often with an odd repetition."""
    return all(
        made.counts[place] == count or (made.counts[place] > count and made.odd[place])
        for place, count in enumerate(counts, start)
    )


def _ends(term: Term, made: Joined, end: int) -> Iterator[int]:
    """The possible ends of the term: without an ending, and with each ending that follows without repeated letters."""
    yield end
    if term.has_endings:
        for ending in endings_of(term.text):
            last = end + len(ending)
            if made.text.startswith(ending, end) and all(count == 1 for count in made.counts[end:last]):
                yield last


def read_terms(text: str) -> str:
    """The words of a term, without leetspeak."""
    return " ".join(read_token(word) for word in words_of(fold(text)).split())


class Views:
    """Searches all terms in all views."""

    def __init__(self, terms: Sequence[Term]) -> None:
        """`terms`: ordered by effect, the weakest first, shadow entries last. The first is preferred if several fit."""
        forms = [form for term in terms for form in _forms(term)]
        self._folded = Words([(form.text, form) for form in forms])
        disguised = [(as_one_letter(read_terms(form.text)), form) for form in forms]
        self._leetspeak = Words([each for each in disguised if len(each[0]) >= _SHORTEST_DISGUISED])
        self._joined = JoinedWords(forms)
        words = sorted((word for form in forms for word in _words_of(form)), key=lambda word: not word.is_whole)
        self._masks, self._cuts = Masks(words), Cuts(words)

    def find(self, folded: Folded, odd: Sequence[int] = ()) -> Iterator[Span]:
        """`odd`: positions of letters that may stand for a look-alike (`leetspeak.odd_letters`)."""
        yield from self._folded.find(folded, View.FOLDED)
        letters, changed = without_leetspeak(folded.text)
        read = Folded.of(letters) if changed else folded
        if changed or odd:
            words = read._replace(words=as_one_letter(read.words))
            yield from self._leetspeak.find(words, View.LEETSPEAK, sorted([*changed, *odd]))
        yield from self._joined.find(read)
        yield from self._find_completed(folded, read)

    def _find_completed(self, folded: Folded, read: Folded) -> Iterator[Span]:
        fillings = _apart([*self._masks.find(folded.text, read.text), *self._cuts.find(read)])
        if fillings:
            completed = Completed(read.text, fillings)
            for span in self._folded.find(Folded.of(completed.text), View.COMPLETED, completed.filled):
                start, end = completed.origin(span.start), completed.origin(span.end)
                yield span._replace(start=start, end=end, letters=completed.text[span.start : span.end])


def _forms(term: Term) -> Iterator[Term]:
    """The words of the term, and its plural in -ies if it has one. Nothing for a term without words."""
    words = words_of(fold(term.text)).strip()
    if words:
        yield term._replace(text=words)
        if term.has_endings and (plural := plural_in_ies(words)):
            yield Term(term.number, plural)


def _words_of(term: Term) -> Iterator[Word]:
    words = term.text.split()
    for number, word in enumerate(words, 1):
        is_last, is_whole = number == len(words), len(words) == 1
        if term.is_prefix and is_last:
            yield Word.grown(word, is_whole=is_whole)
        else:
            yield Word.plain(word, has_endings=term.has_endings and is_last, is_whole=is_whole)


def _apart(fillings: Sequence[Filling]) -> list[Filling]:
    """The fillings in the order of the text, without those that overlap an earlier one."""
    kept: list[Filling] = []
    for filling in sorted(fillings):
        if not kept or filling.start >= kept[-1].end:
            kept.append(filling)
    return kept
