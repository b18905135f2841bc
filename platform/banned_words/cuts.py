"""Words that a space or signs cut in pieces: `fu ck`, `bas.tard`. Not if a piece is itself a word: `pen is`."""

from collections.abc import Iterator, Sequence

from banned_words.completing import Filling, Word, is_word
from banned_words.folding import Folded, word_starts

_SHORTEST = 4  # letters
_MOST_PIECES = 4
_WIDEST = 3  # signs between two pieces, at most


class Cuts:
    """Finds words of the list that were cut in pieces."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._endings: dict[str, set[str]] = {}  # of each word
        for word in words:
            if len(word.text) >= _SHORTEST:
                self._endings.setdefault(word.text, {""}).update(word.endings)
        self._lengths = sorted({len(text) for text in self._endings}, reverse=True)
        self._heads = {
            head for text in self._endings for place in range(1, len(text)) if not is_word(head := text[:place])
        }

    def find(self, read: Folded) -> Iterator[Filling]:
        """Fillings in the order of the text."""
        words = read.words.split()
        heads = [number for number, word in enumerate(words) if word in self._heads]
        if not heads:
            return
        starts: list[int] = []
        passed = 0
        for first in heads:
            last = self._last_piece(words, first) if first >= passed else None
            if last is None:
                continue
            starts = starts or word_starts(read.apart)
            if all(_is_cut(read.text[starts[at] + len(words[at]) : starts[at + 1]]) for at in range(first, last)):
                passed = last + 1
                yield Filling(starts[first], starts[last] + len(words[last]), "".join(words[first:passed]))

    def _last_piece(self, words: Sequence[str], first: int) -> int | None:
        """The index of the last piece, if a word of the list begins with the piece `first`; else None."""
        letters = words[first]
        for last in range(first + 1, min(first + _MOST_PIECES, len(words))):
            if is_word(words[last]):
                return None
            begun, letters = len(letters), letters + words[last]
            if self._is_in_list(letters, begun):
                return last
            if letters not in self._heads:
                return None
        return None

    def _is_in_list(self, letters: str, begun: int) -> bool:
        """Whether `letters` are a word of the list with one of its endings, and its part after `begun` is no word."""
        return any(
            letters[length:] in self._endings.get(letters[:length], ()) and not is_word(letters[begun:length])
            for length in self._lengths
            if begun < length <= len(letters)
        )


def _is_cut(between: str) -> bool:
    return between == " " or (len(between) <= _WIDEST and " " not in between)
