"""The cost of patterns: measured before one is saved, and limited by a budget when they search (decision 97)."""

import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile

from banned_words.patterns import Pattern
from kit.apart import Limits, OutOfTimeError, OverLimitError, limit_this_process, run_apart
from kit.errors import InvalidError, OverloadedError

# instructions of a compiled pattern: the most steps that a search takes per character
MAX_SIZE = 4_000
# as a multiple of the time of a plain pattern, which matches every character up to MAX_MATCHES, in the same text
MAX_RATIO = 15
TRIES = 3  # the shortest time counts, because other processes may slow down a try
# seconds of processor time, for all patterns together, per 10,000 characters of a text (rounded up)
BUDGET, BUDGET_CHARACTERS = 0.25, 10_000
SAMPLE_LENGTH = 10_000
# an import measures its patterns in a separate process, because each refused pattern takes up to 0.25 seconds
LIMITS = Limits(memory=1_000_000_000, processor=10, clock=60)
_PLAIN = "(?s)."
_PROSE = """The practice is easy to reach, and parking was no trouble at 9:45 on a Monday. Dr Okafor listened, explained
what the scan of 12 March had shown (nothing to worry about), and answered both of my questions without looking at
the clock. Reception, on the other hand, rang me twice about the same form, and the £35.50 deposit took three weeks to
come back to my card. I wrote to hello@example.com and had an answer the next day. Would I go again? Yes: for the care,
not for the paperwork. My mother, who is 84, says the same; "they treat you like a person", in her words. 10/10 for the
nurses, 4/10 for the phone line (0113 496 0000, option 2, then music). Thank you all!
"""

Measured = Mapping[str, Mapping[str, list[str]]]  # by term: its errors by field
# processor time of this thread only, so that other work on the machine does not count
clock = time.thread_time


def require_affordable(term: str) -> None:
    """Raises InvalidError for an invalid pattern, and for one that is too large or too slow."""
    pattern = Pattern(term)
    if pattern.size > MAX_SIZE:
        raise InvalidError(
            {"term": [f"is too large: {pattern.size:,} steps, at most {MAX_SIZE:,}. Repeat less, or name fewer words"]}
        )
    for sample in _samples(term):
        ratio = _ratio(pattern, sample)
        if ratio > MAX_RATIO:
            reason = (
                f"would make every text slow: on a sample it takes {ratio:,.0f} times as long as a plain pattern, "
                f"at most {MAX_RATIO} times are allowed. Repeat less (.{{0,40}} instead of .{{0,900}}), or begin with "
                "a plain word"
            )
            raise InvalidError({"term": [reason]})


def measured(terms: Iterable[str], *, room: int) -> Measured:
    """The errors of `require_affordable` by term; empty for an accepted term. Stops after `room` accepted terms.

    Runs in a process of lower priority than the web server. Raises InvalidError if it takes too long, OverloadedError
    if the machine is too busy.
    """
    with NamedTemporaryFile("w", encoding="utf-8") as file:
        json.dump([room, list(dict.fromkeys(terms))], file)
        file.flush()
        try:
            written = run_apart(["-m", "banned_words.costs", file.name], LIMITS)
        except OutOfTimeError as error:
            raise OverloadedError from error
        except OverLimitError as error:
            raise InvalidError({"csv": ["Its patterns take too long to check. Send fewer in a file."]}) from error
    said: Measured = json.loads(written)
    return said


def main() -> None:
    """python -m banned_words.costs FILE: prints the answer of `measured` as JSON."""
    limit_this_process(LIMITS)
    room, terms = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    said: dict[str, Mapping[str, list[str]]] = {}
    for term in terms:
        if room <= 0:
            break
        try:
            require_affordable(term)
            said[term] = {}
            room -= 1
        except InvalidError as error:
            said[term] = error.fields
    print(json.dumps(said))


class Meter:
    """The processor time that patterns may spend on the texts of a call.

    `stopped`: indexes of the patterns that exceeded the budget; they are skipped from then on. `spent`: seconds for all
    texts.
    """

    def __init__(self) -> None:
        self.stopped: set[int] = set()
        self.spent = 0.0

    def search(self, patterns: Sequence[tuple[int, Pattern]], text: str) -> Iterator[tuple[int, int, int]]:
        """Each match as index of the pattern, start and end. The search of this text is always finished. If it exceeded
        the budget, the costliest pattern is stopped for the following texts."""
        costs: dict[int, float] = {}
        for number, pattern in patterns:
            if number in self.stopped:
                continue
            began = clock()
            found = list(pattern.find(text))
            costs[number] = clock() - began
            for start, end in found:
                yield number, start, end
        total = sum(costs.values())
        self.spent += total
        budget = BUDGET * (1 + len(text) // BUDGET_CHARACTERS)
        if total > budget:
            worst = max(costs, key=costs.__getitem__)
            again = _seconds(dict(patterns)[worst], text)  # twice, because other processes may have slowed it down
            if total - costs[worst] + min(again, costs[worst]) > budget:
                self.stopped.add(worst)


def _ratio(pattern: Pattern, sample: str) -> float:
    """The time as a multiple of a plain pattern's. Tried again only while it exceeds MAX_RATIO."""
    plain = _plain_seconds(sample)
    ratio = _seconds(pattern, sample) / plain
    for _ in range(TRIES - 1):
        if ratio <= MAX_RATIO:
            break
        ratio = min(ratio, _seconds(pattern, sample) / plain)
    return ratio


def _plain_seconds(sample: str) -> float:
    return max(min(_seconds(_plain(), sample) for _ in range(TRIES)), 1e-6)


def _seconds(pattern: Pattern, text: str) -> float:
    began = clock()
    for _ in pattern.find(text):
        pass
    return clock() - began


@cache
def _plain() -> Pattern:
    return Pattern(_PLAIN)


def _samples(term: str) -> Iterator[str]:
    """Prose, random letters of the pattern, runs of each letter, one repeated character, prose with its words."""
    prose = " ".join(_PROSE.split())
    yield ((prose + " ") * SAMPLE_LENGTH)[:SAMPLE_LENGTH]
    letters = sorted({letter for letter in term if letter.isalnum()}) or ["a"]
    chance = Random(term)  # noqa: S311 (the same sample each time)
    yield "".join(chance.choices([*letters, " "], k=SAMPLE_LENGTH))
    yield (" ".join(letter * 40 for letter in letters) * SAMPLE_LENGTH)[:SAMPLE_LENGTH]
    yield "a" * SAMPLE_LENGTH
    words = re.findall(r"\w{2,}", term)
    yield ((" ".join([*words, prose]) + " ") * SAMPLE_LENGTH)[:SAMPLE_LENGTH]


if __name__ == "__main__":
    main()
