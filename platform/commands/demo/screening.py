"""What the list of banned words finds in what was put together: each sentence is searched once, wherever it stands."""

from collections.abc import Iterator
from typing import Any

from banned_words.matching import Match, banned_entries, find_banned_words
from commands.demo.writing import Piece
from reviews.screening import Findings


class SentenceScreener:
    """Finds what `reviews.screening` would find, as far as no term spans two sentences."""

    def __init__(self) -> None:
        self._entries = banned_entries()
        self._known: dict[str, list[Match]] = {}

    def screen(self, piece: Piece) -> Findings:
        found = list(self._matches(piece))
        return Findings(
            flagged_words=[_told(field, match, offset) for field, match, offset in found],
            blacklisted=False,  # these authors leave no address
            copies=0,  # counted where they are kept
            is_harmful=any(match.is_harmful for _, match, _ in found),
        )

    def _matches(self, piece: Piece) -> Iterator[tuple[str, Match, int]]:
        yield from (("title", match, 0) for match in self._in(piece.title))
        for offset, sentence, filled in piece.sentences:
            if found := self._in(sentence):
                if filled != sentence:
                    found = find_banned_words(filled, self._entries)
                yield from (("text", match, offset) for match in found)
        yield from (("constructive", match, 0) for match in self._in(piece.hint))

    def _in(self, sentence: str) -> list[Match]:
        if sentence not in self._known:
            self._known[sentence] = find_banned_words(sentence, self._entries)
        return self._known[sentence]


def _told(field: str, match: Match, offset: int) -> dict[str, Any]:
    return {
        "word": match.word,
        "entry_id": match.entry_id,
        "field": field,
        "start": match.start + offset,
        "end": match.end + offset,
        "action": match.action,
    }
