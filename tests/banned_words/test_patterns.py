"""Entries that are patterns: where they match, what bounds them, and that no pattern makes a text slow."""

import subprocess
import sys

import pytest
import re2

from banned_words.entries import MAX_PATTERNS, ListFullError, add_word
from banned_words.fields import WordFields
from banned_words.matcher import Entry, Matcher
from banned_words.patterns import MAX_MATCHES, Pattern
from kit.errors import InvalidError
from tests.factories import a_head_moderator
from tests.live import ROOT

# fails for an engine that tries each way to divide a row of letters: it would not end within a life
_BACKTRACKING = """
from banned_words.patterns import Pattern
assert not list(Pattern("(a+)+$").find("a" * 100_000 + "b"))
assert list(Pattern("(a+)+$").find("a" * 100_000)) == [(0, 100_000)]
"""
HANGS_SECONDS = 300


def matcher_of(pattern: str, *exceptions: str) -> Matcher:
    return Matcher([Entry(1, pattern, "pattern", "flag", 1, exceptions)])


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        (r"0[0-9]{3} ?[0-9]{6}", "Ring 0113 496000 or 0113496001.", ["0113 496000", "0113496001"]),
        (r"(?i)refund code [a-z]{2}\d", "Refund Code aB7, not refund codes", ["Refund Code aB7"]),
        (r"SCAM", "scam SCAM sc\u0430m", ["SCAM"]),  # the text as it was given: no folding
        (
            r"[^ ]+@[^ ]+",
            "\U0001f600 é ﬁ me@example.com \U0001f600 you@example.com",
            ["me@example.com", "you@example.com"],
        ),
    ],
)
def test_a_pattern_is_found_where_it_stands_in_the_text_as_given(pattern: str, text: str, words: list[str]) -> None:
    found = matcher_of(pattern).find(text)
    assert [match.word for match in found] == words
    assert [text[match.start : match.end] for match in found] == words
    assert {match.view for match in found} == {"given"}


def test_an_exception_spares_the_match_of_a_pattern_inside_it() -> None:
    text = "Call 0800 111111 or, of the house, 0113 496000."
    found = matcher_of(r"0[0-9]{3} ?[0-9]{6}", "the house, 0113 496000").examine(text)
    assert [match.word for match in found.matches] == ["0800 111111"]
    assert [text[start:end] for start, end in found.spared] == ["the house, 0113 496000"]


def test_a_pattern_has_a_limited_number_of_matches_in_a_text() -> None:
    found = matcher_of("spam").find("spam " * (MAX_MATCHES + 50))
    assert [match.start for match in found] == [5 * number for number in range(MAX_MATCHES)]


def test_the_list_holds_a_limited_number_of_patterns(database: None) -> None:
    head = a_head_moderator()
    for number in range(MAX_PATTERNS):
        add_word(WordFields(term=f"spam{number}$", mode="pattern"), by=head)
    with pytest.raises(ListFullError):
        add_word(WordFields(term="one more$", mode="pattern"), by=head)
    add_word(WordFields(term="one more", mode="phrase"), by=head)


@pytest.mark.rule(15)
def test_a_pattern_that_would_try_each_division_of_a_text_reads_it_once() -> None:
    assert type(Pattern("(a+)+$")._compiled).__module__ == re2.__name__
    command = [sys.executable, "-c", _BACKTRACKING]
    subprocess.run(command, env={"PYTHONPATH": str(ROOT / "platform")}, check=True, timeout=HANGS_SECONDS)


def test_a_pattern_that_needs_more_memory_than_it_may_have_is_refused() -> None:
    larger = r"\pL{60}"
    assert re2.compile(larger).programsize > 70_000  # type: ignore[no-untyped-call]  # RE2's own limit is larger
    with pytest.raises(InvalidError) as refused:
        Pattern(larger)
    assert "pattern too large" in refused.value.fields["term"][0]


@pytest.mark.parametrize("pattern", ["(", r"(a)\1", "(?=a)a", "(a{1000}){1000}", "a*"])
def test_what_the_engine_cannot_run_and_what_matches_every_text_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidError):
        Pattern(pattern)
