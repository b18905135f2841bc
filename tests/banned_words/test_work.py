"""The work of matching grows with the text, and no faster: counted in steps of Python, which no machine changes."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from banned_words.matcher import Entry, Matcher

pytestmark = pytest.mark.rule(15)
TIMES = 150  # of the repeated text; more, so that the steps that every text costs count for little
MOST = 2.3  # times the steps for twice the text; with work that is squared it is nearly 4


def steps_of(call: Callable[[], object]) -> int:
    steps = 0

    def count(frame: FrameType, event: str, _given: Any) -> Any:
        nonlocal steps
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.parametrize(
    ("mode", "terms", "exceptions", "text"),
    [
        ("prefix", ["crook"], ("Crookham",), "A crook in Crookham. "),
        ("word", ["our"], (), "o u r "),
        ("prefix", ["our"], (), "o u r "),
        ("word", ["shit"], (), "s h i t "),
        ("word", ["a", "aa", "aaa", "aaa aaa"], ("a aaa", "aaa a"), "a a-a aa aaa "),
        ("word", ["food", "dog food", "bad dog food today"], ("cat food",), "Bad dog - food today, cat food. "),
        ("word", ["shit"], (), "s**t sh.t sh--t sh*ts sh.it f*ck-sh*t *shi* **sh** "),
        ("prefix", ["shit"], (), "sh*ttys**ter s.hs.hs.h s**s**s** sh it shi t shi tter shi tt er "),
        ("phrase", ["piece of shit"], (), "a piece of sh*t, pi ece of sh*ts "),
        ("word", ["shit"], (), "s.h ! t $hit sh(i)t s....h....i....t shiiit "),
    ],
)
def test_twice_the_text_is_twice_the_work(mode: str, terms: list[str], exceptions: tuple[str, ...], text: str) -> None:
    matcher = Matcher(Entry(number, term, mode, "flag", 1, exceptions) for number, term in enumerate(terms))
    once, twice = text * TIMES, text * (2 * TIMES)
    matcher.find(text)  # tables that are filled when a character is seen first
    found = matcher.find(twice)
    assert found
    assert found[: len(found) // 2] == matcher.find(once)[: len(found) // 2]
    assert steps_of(lambda: matcher.find(twice)) < MOST * steps_of(lambda: matcher.find(once))
