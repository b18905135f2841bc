"""Measures the matching of banned words without the API: a long list on a long text, and a pattern meant to be slow."""

import time
from random import Random
from statistics import median

from banned_words.matcher import Entry, Matcher
from banned_words.models import Action, Mode, Severity
from commands.demo.words import write_review

TERMS = 10_000
TEXT = 10_000  # characters
EVIL, EVIL_TEXT = "(a+)+$", "a" * 100_000 + "!"
SYLLABLES = ["ba", "de", "fi", "go", "lu", "mar", "nes", "pol", "rit", "sum", "tav", "wex", "zin", "kra", "thu"]
TRIES = 21


def measure_matching() -> str:
    """The processor time for one text, as a sentence."""
    chance = Random(7)
    terms = sorted({"".join(chance.choices(SYLLABLES, k=4)) for _ in range(TERMS * 2)})[:TERMS]
    began = time.process_time()
    matcher = Matcher(_entry(number, term, Mode.WORD) for number, term in enumerate(terms, 1))
    built = (time.process_time() - began) * 1_000
    review = " ".join(write_review(chance).text for _ in range(200))
    with_hits = f"{review[: TEXT - 200]} {terms[1]} {terms[-1]} ".ljust(TEXT, "x")
    slow = Matcher([_entry(1, EVIL, Mode.PATTERN)])
    return (
        f"Banned words: {len(terms):,} words over {len(with_hits):,} characters"
        f" {_milliseconds(matcher, with_hits):.2f} ms ({len(matcher.find(with_hits))} found; the list is compiled in"
        f" {built:.0f} ms);"
        f" `{EVIL}` over {len(EVIL_TEXT):,} characters {_milliseconds(slow, EVIL_TEXT):.1f} ms."
    )


def _entry(number: int, term: str, mode: Mode) -> Entry:
    return Entry(number, term, mode, Action.FLAG, Severity.HARMFUL)


def _milliseconds(matcher: Matcher, text: str) -> float:
    """The median processor time of TRIES tries, in ms."""
    spent = []
    for _ in range(TRIES):
        began = time.process_time()
        matcher.find(text)
        spent.append(time.process_time() - began)
    return median(spent) * 1_000
