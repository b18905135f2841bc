"""Putting reviews together out of sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from commands.demo.details import DETAILS, FLAGGED, HELD, ODD, PROPOSED
from commands.demo.moods import MOODS, Mood
from commands.demo.texts import STORIES

T = TypeVar("T")
_DETAIL = re.compile(r"\{(\w+)\}")
PARAGRAPH = "\n\n"
WITH_HINT = 0.6
WITH_SECOND_MIDDLE = 0.45
ODD_SHARE = 0.008
STRONG = ((0.001, PROPOSED), (0.004, HELD), (0.03, FLAGGED))  # how many hold such words
LONG_SHARE = 0.002  # who has everything to tell
LONG = 40  # sentences, as far as the mood has them


@dataclass(slots=True)
class Piece:
    """What somebody wrote. `sentences`: where in the text each begins, with its details in braces, and filled in."""

    rating: int
    title: str
    hint: str = ""
    text: str = ""
    sentences: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, sentence: str, chance: Random, before: str = " ") -> None:
        before = before if self.text else ""
        filled = fill_in(sentence, chance)
        self.sentences.append((len(self.text) + len(before), sentence, filled))
        self.text += before + filled


def own_story(number: int) -> Piece:
    """The story of one of the companies that have one."""
    story = STORIES[number]
    piece = Piece(story.rating, story.title, story.constructive)
    piece.text, piece.sentences = story.text, [(0, story.text, story.text)]
    return piece


def write_review(chance: Random) -> Piece:
    """What could have happened anywhere."""
    mood = pick(chance, MOODS)
    piece = Piece(pick(chance, mood.ratings), pick(chance, mood.titles))
    if chance.random() < WITH_HINT:
        piece.hint = pick(chance, mood.hints)
    if chance.random() < ODD_SHARE:
        piece.add(pick(chance, ODD), chance)
    else:
        _tell(piece, mood, chance)
    return piece


def _tell(piece: Piece, mood: Mood, chance: Random) -> None:
    piece.add(pick(chance, mood.openings), chance)
    for middle in dict.fromkeys(pick(chance, mood.middles) for _ in range(_length(chance))):
        piece.add(middle, chance)
    strength, below = chance.random(), 0.0
    for share, sentences in STRONG:
        below += share
        if strength < below:
            piece.add(pick(chance, sentences), chance)
            break
    piece.add(pick(chance, mood.closings), chance, before=PARAGRAPH)


def _length(chance: Random) -> int:
    if chance.random() < LONG_SHARE:
        return LONG
    return 2 if chance.random() < WITH_SECOND_MIDDLE else 1


def fill_in(sentence: str, chance: Random) -> str:
    """The sentence with its details; one that is named twice is the same."""
    if "{" not in sentence:
        return sentence
    details: dict[str, str] = {}

    def detail(found: re.Match[str]) -> str:
        name = found[1]
        if name not in details:
            details[name] = pick(chance, DETAILS[name])
        return details[name]

    return _DETAIL.sub(detail, sentence)


def pick(chance: Random, things: Sequence[T]) -> T:
    """As `choice`, in a quarter of the time."""
    return things[int(chance.random() * len(things))]
