"""What patterns cost: measured before one is saved, and a budget of processor time while they work (decision 97)."""

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

# of a compiled pattern: a search takes at most so many steps for a character
MAX_SIZE = 4_000
# times as long as a plain pattern takes for the same text, which has as many matches as one may have
MAX_RATIO = 15
TRIES = 3  # the quickest counts: others may have been disturbed
# seconds of the processor, of all patterns together, for each 10,000 characters of a text that are begun
BUDGET, BUDGET_CHARACTERS = 0.25, 10_000
SAMPLE_LENGTH = 10_000
# many patterns at once are measured in a process of their own: one that is refused takes up to a quarter of a second
LIMITS = Limits(memory=1_000_000_000, processor=10, clock=60)
_PLAIN = "(?s)."
_PROSE = """The practice is easy to reach, and parking was no trouble at 9:45 on a Monday. Dr Okafor listened, explained
what the scan of 12 March had shown (nothing to worry about), and answered both of my questions without looking at
the clock. Reception, on the other hand, rang me twice about the same form, and the £35.50 deposit took three weeks to
come back to my card. I wrote to hello@example.com and had an answer the next day. Would I go again? Yes: for the care,
not for the paperwork. My mother, who is 84, says the same; "they treat you like a person", in her words. 10/10 for the
nurses, 4/10 for the phone line (0113 496 0000, option 2, then music). Thank you all!
"""

Measured = Mapping[str, Mapping[str, list[str]]]  # by the term: what is wrong with its fields
# of this thread alone, so that a busy machine charges nobody for the work of others
clock = time.thread_time


def require_affordable(term: str) -> None:
    """Raises InvalidError for what is no pattern, and for one that would make every text slow."""
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
    """What `require_affordable` says of each term, nothing for what may be saved; ends behind `room` of those.

    Raises InvalidError if it takes too long, OverloadedError if the machine had no time for it. It runs beside the
    threads of the web server, and after them.
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
    """python -m banned_words.costs FILE: the answer of `measured` to the file, on standard output."""
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

    `stopped`: the entries, by their place in the list, that were over the budget and are left out from then on.
    `spent`: seconds, of all texts.
    """

    def __init__(self) -> None:
        self.stopped: set[int] = set()
        self.spent = 0.0

    def search(self, patterns: Sequence[tuple[int, Pattern]], text: str) -> Iterator[tuple[int, int, int]]:
        """Where patterns match: their place in the list, and start and end of the match. All are searched for to the
        end; if they took too long together, the costliest is stopped for the texts that follow."""
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
            again = _seconds(dict(patterns)[worst], text)  # once more: the first time may have been disturbed
            if total - costs[worst] + min(again, costs[worst]) > budget:
                self.stopped.add(worst)


def _ratio(pattern: Pattern, sample: str) -> float:
    """How much longer than a plain pattern; of a cheap one the first try tells it."""
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
    """Prose, letters of the pattern itself mixed and in rows, one character again and again, prose with its words."""
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
