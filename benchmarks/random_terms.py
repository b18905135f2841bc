"""Searches thousands of random terms and counts those that fail or take too long; none should."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import quantiles
from typing import NamedTuple
from urllib.parse import urlencode

from benchmarks.client import Client, UnexpectedAnswerError
from benchmarks.desk import Desk
from commands.demo.words import company_name, write_review
from search.kinds import EVERYTHING, KINDS

CALLERS = 2
LIMIT_MS = 2_000
SEED = 9
_SIGNS = (
    "%",
    "_",
    "'",
    '"',
    "\\",
    "&",
    "|",
    "!",
    "(",
    ")",
    ":*",
    "<->",
    "-",
    "*",
    "--",
    "''",
    "\x00",
    "\ud800",
    "\u200b",
)
_LETTERS = "aeioustrnäöüßéøçñłअب漢字😀🦷’"
_GIVEN = (
    *(
        "from:",
        "company:",
        "stars:1..2",
        "stars:9",
        "status:published",
        "status:",
        "before:2026-02-30",
        "after:2026-01-01",
    ),
    *("#4711", "0", "9" * 20, "a@b.example", "+44 7700 900123", "wf:84213", "HS1-0042", "the and of"),
)
LONGEST = 1_000  # characters
NAMES = 500


class Answered(NamedTuple):
    milliseconds: float
    failed: bool
    in_time: bool


def measure_random_terms(number: int, desk: Desk) -> str:
    """Search `number` random terms, each among all kinds of results or one; the result as a sentence."""
    chance = Random(SEED)
    types = (EVERYTHING, *KINDS)
    asked = [{"term": draw_term(chance), "type": chance.choice(types)} for _ in range(number)]
    with ThreadPoolExecutor(CALLERS) as callers:
        parts = callers.map(lambda at: _ask(desk, at, asked[at::CALLERS]), range(CALLERS))
        answered = [answer for part in parts for answer in part]
    taken = [answer.milliseconds for answer in answered]
    failed, ended = sum(answer.failed for answer in answered), sum(not answer.in_time for answer in answered)
    late, cuts = sum(time > LIMIT_MS for time in taken), quantiles(taken, n=20)
    return (
        f"{number:,} random terms: {failed} failed, {late} took over 2 s, {ended} were ended before;"
        f" p50 {cuts[9]:.0f}, p95 {cuts[18]:.0f}, at most {max(taken):.0f} ms ({CALLERS} callers)."
    )


def draw_term(chance: Random) -> str:
    """A random mixture of words of texts and names (whole, unfinished or misspelt), filters, query syntax and random
    characters.
    """
    size = chance.choice([*range(1, 7)] * 10 + [LONGEST])
    return " ".join(chance.choice(_PARTS)(chance) for _ in range(size))[:LONGEST]


def _word(chance: Random) -> str:
    text = chance.choice((company_name(chance.randrange(NAMES)), write_review(chance).text))
    return chance.choice(text.split())


def _begun(chance: Random) -> str:
    word = _word(chance)
    return word[: chance.randint(1, len(word))]


def _misspelt(chance: Random) -> str:
    word = _word(chance)
    at = chance.randrange(len(word))
    return word[:at] + chance.choice(_LETTERS) + word[at + 1 :]


def _marked(chance: Random) -> str:
    return chance.choice(("-{}", '"{}', '"{} {}"')).format(_word(chance), _word(chance))


def _letters(chance: Random) -> str:
    return "".join(chance.choices(_LETTERS, k=chance.randint(1, 12)))


def _signs(chance: Random) -> str:
    return "".join(chance.choices(_SIGNS, k=chance.randint(1, 3)))


def _given(chance: Random) -> str:
    return chance.choice(_GIVEN)


_PARTS = (_word, _word, _word, _begun, _misspelt, _marked, _letters, _signs, _given)


def _ask(desk: Desk, caller: int, asked: Sequence[dict[str, str]]) -> list[Answered]:
    client = Client(desk.port, desk.tokens[caller])
    answered = []
    for query in asked:
        encoded = urlencode(query, errors="replace")
        began, failed, in_time = time.monotonic(), False, True
        try:
            answer = client.get(f"/search?{encoded}").json()
            in_time = all(group["in_time"] for group in answer.get("groups", [answer]))
        except UnexpectedAnswerError:
            failed = True
            client.close()
            client = Client(desk.port, desk.tokens[caller])
        answered.append(Answered((time.monotonic() - began) * 1_000, failed, in_time))
    client.close()
    return answered
