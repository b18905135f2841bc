"""What says that somebody may come to harm is found in all that was written, however it is cut."""

import pytest

from banned_words.harm import new_passages, passages_among, passages_in
from banned_words.models import BannedWord

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Hello. I want to kill myself. Bye.", "I want to kill myself."),
        ("I want to kill\nmyself, I say", "I want to kill myself, I say"),
        ("> I want to kill\n> myself.", "I want to kill myself."),
        ("> > I want to\n>> die!", "I want to die!"),
        ("On Mon, Ann wrote:\n> I will end it all", "I will end it all"),
        ("I\u2019m better off dead", "I'm better off dead"),
        ("I don\u2019t want to live", "I don't want to live"),
        ("I want to k\u200bill my\u00adself", "I want to kill myself"),
        ("I\u00a0want\u00a0to\u00a0die", "I want to die"),
        ("If this stays online one will kill myself", "If this stays online one will kill myself"),
        ("We know where you live", "We know where you live"),
        ("I will kill them", "I will kill them"),
    ],
)
def test_a_threat_is_found_with_its_sentence(text: str, passage: str) -> None:
    assert passages_in(text) == [passage]


@pytest.mark.parametrize(
    "text", ["", "I would kill for this cake", "It is a live show", "Cut the price", "a diet\n\nof beef"]
)
def test_other_texts_have_none(text: str) -> None:
    assert passages_in(text) == []


def test_a_harmful_word_of_the_list_is_a_passage_and_one_that_only_counts_is_none() -> None:
    BannedWord.objects.create(term="anthrax", severity=3)
    BannedWord.objects.create(term="polonium", severity=3, shadow=True)
    BannedWord.objects.create(term="rubbish", severity=2)
    assert passages_in("It is rubbish.", "Polonium. I have anthrax. Beware.") == ["I have anthrax."]


def test_the_same_words_are_the_same_passage_however_they_are_quoted() -> None:
    first = passages_in("I am at the end. I want to kill myself.")
    again = passages_in("Yes?\n\nOn Mon, Desk wrote:\n> I am at the end. I want\n> to kill myself.\n> Thank you.")
    assert new_passages(again, first) == []
    assert new_passages(passages_in("I will kill him."), first) == ["I will kill him."]


def test_many_groups_are_searched_at_once() -> None:
    assert passages_among([["a"], ["I want to die.", "b"], []]) == [[], ["I want to die."], []]
