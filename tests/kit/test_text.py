"""How a text begins: what lists, searches and letters show of a long one."""

import pytest

from kit.text import excerpt_of


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("They\n  came on.", "They came on."),
        ("They came on time", "They came on…"),
        ("They came on it all.", "They came on it…"),
        ("They came on a bus.", "They came on a…"),
        ("They came over. Late.", "They came over…"),
        ("They came on 我們的狗", "They came on…"),
        ("時間" * 20, "時間" * 7 + "時…"),
    ],
)
def test_a_long_text_ends_with_a_whole_word_and_says_that_there_is_more(text: str, begun: str) -> None:
    assert excerpt_of(text, 15) == begun
