"""The part of a text that a search shows: around its first mark, begun and ended between words."""

import pytest

from search.marks import AROUND, BEFORE, excerpt

WORDS = "The scaffolders " + "came early and left late " * 20


@pytest.mark.parametrize("first", [WORDS.index("early"), BEFORE + 2, BEFORE + 40, 200])
def test_an_excerpt_begins_and_ends_between_words(first: int) -> None:
    found = excerpt("text", WORDS, [(first, first + 5)])
    before, _, after = WORDS.partition(found.text)
    assert before == "" or before.endswith(" ")
    assert after == "" or after.startswith(" ")
    ((begin, end),) = found.marks
    assert found.text[begin:end] == WORDS[first : first + 5]


def test_a_text_without_spaces_is_cut_anywhere() -> None:
    found = excerpt("text", "字" * 1_000, [(500, 502)])
    assert len(found.text) == AROUND
    assert found.marks == [(BEFORE, BEFORE + 2)]
