"""The demo's texts, composed of the sentences and invented names of `words.toml`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
WORDS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
DETAILS: Mapping[str, Sequence[str]] = {
    **WORDS["details"],
    "person": WORDS["first_names"],
    "minutes": tuple(map(str, range(11, 96))),
    "price": tuple(map(str, range(14, 980))),
}
DOMAIN = "example.com"  # reserved (RFC 2606), so that no mail of the demo can reach a person
COMPANIES = 4_800
NAME_STEP = 1_999  # coprime to the number of names, so that companies of neighbouring ranks get different names
LONG_NAMED = 61  # one company in 61 has a name that is too long for the columns of tables
NAMESAKES = 99  # people with the same name but different addresses
HINT, SECOND_MIDDLE, LONG = 0.6, 0.45, 0.006
LONGEST = 40  # sentences
_MOODS = [mood for mood in WORDS["moods"] for _ in range(mood["weight"])]
_CRITICAL = [mood for mood in WORDS["moods"] if 1 in mood["ratings"]]
_DETAIL = re.compile(r"\{(\w+)\}")


class Piece(NamedTuple):
    """The columns of a review that its author wrote."""

    rating: int
    title: str
    constructive: str
    text: str


def write_review(chance: Random, fault: str = "", rare: str = "") -> Piece:
    """A review that could be about any company. `fault`: a sentence for which it may be rejected; never in praise.
    `rare`: a sentence with a banned word, or one of the odd texts.
    """
    is_odd = rare in WORDS["odd"]
    mood = pick(chance, _CRITICAL if fault or (rare and not is_odd) else _MOODS)
    hint = pick(chance, mood["hints"]) if chance.random() < HINT else ""
    title, rating = pick(chance, mood["titles"]), pick(chance, mood["ratings"])
    if is_odd:
        return Piece(rating, title, hint, f"{rare} {fault}".strip())
    number = LONGEST if chance.random() < LONG else 1 + (chance.random() < SECOND_MIDDLE)
    middles = dict.fromkeys(pick(chance, mood["middles"]) for _ in range(number))
    sentences = [fill_in(sentence, chance) for sentence in (pick(chance, mood["openings"]), *middles)]
    closing = fill_in(pick(chance, mood["closings"]), chance)
    return Piece(rating, title, hint, f"{' '.join(filter(None, (*sentences, rare, fault)))}\n\n{closing}")


def company_story(rank: int) -> Piece | None:
    """The written review of a company. Only the first companies have one; None for others."""
    if rank >= len(WORDS["stories"]):
        return None
    story = WORDS["stories"][rank]
    return Piece(story["rating"], story["title"], story["hint"], story["text"])


def a_person(chance: Random) -> tuple[str, str]:
    """A name and an email address."""
    name = f"{pick(chance, WORDS['first_names'])} {pick(chance, WORDS['last_names'])}"
    return name, f"{name.lower().replace(' ', '.')}{int(chance.random() * NAMESAKES)}@{DOMAIN}"


def company_name(rank: int) -> str:
    """The name of the company of this rank by size, from 0. Ranks below COMPANIES have different names."""
    if rank < len(WORDS["companies"]):
        return str(WORDS["companies"][rank])
    places, trades = WORDS["places"], WORDS["trades"]
    place, trade = divmod(rank * NAME_STEP % (len(places) * len(trades)), len(trades))
    name: str = WORDS["long_name"] if rank % LONG_NAMED == 0 else "{place} {trade}"
    return name.format(place=places[place], trade=trades[trade])


def fill_in(sentence: str, chance: Random) -> str:
    """Replace the details in braces. The same detail gets the same value everywhere in the sentence."""
    details: dict[str, str] = {}

    def detail(found: re.Match[str]) -> str:
        name = found[1]
        if name not in details:
            details[name] = pick(chance, DETAILS[name])
        return details[name]

    return _DETAIL.sub(detail, sentence) if "{" in sentence else sentence


def phrase(kind: str, name: str, chance: Random) -> str:
    """A random sentence from a table of `words.toml`, for example from the notes of an outcome."""
    return fill_in(pick(chance, WORDS[kind][name]), chance)


def pick(chance: Random, things: Sequence[T]) -> T:
    """`choice`, four times as fast."""
    return things[int(chance.random() * len(things))]
