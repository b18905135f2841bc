"""Earlier mail below a reply is folded; nothing of the text is lost, and in doubt nothing is folded."""

import pytest

from mail.quotes import fold_quotes
from tests.mail.real import real_replies


def visible_characters(text: str) -> str:
    return "".join(text.split())


def test_nothing_of_a_real_reply_is_lost_and_most_quotes_are_folded() -> None:
    folded = 0
    for path in real_replies():
        text = path.read_text(errors="replace")
        own, quoted = fold_quotes(text)
        assert own.strip(), path.name
        assert sorted(visible_characters(own + quoted)) == sorted(visible_characters(text)), path.name
        folded += bool(quoted)
    assert folded >= 20


@pytest.mark.parametrize(
    ("text", "own", "quoted"),
    [
        ("Yes.\n\nOn Mon, 2 Nov 2026, Desk wrote:\n> Is it?\n", "Yes.", "On Mon, 2 Nov 2026, Desk wrote:\n> Is it?"),
        ("Yes.\n\n> Is it?\n> Really?", "Yes.", "> Is it?\n> Really?"),
        (
            "Ja.\n\nAm 2.11. um 10 schrieb Desk:\n> Ist es?",
            "Ja.",
            "Am 2.11. um 10 schrieb Desk:\n> Ist es?",
        ),
        ("On 2 Nov, Desk wrote:\n> Is it?\n\nYes.", "Yes.", "On 2 Nov, Desk wrote:\n> Is it?"),
    ],
    ids=["above", "marks-alone", "german", "below"],
)
def test_quotes_are_folded(text: str, own: str, quoted: str) -> None:
    assert fold_quotes(text) == (own, quoted)


@pytest.mark.parametrize(
    "text",
    [
        "Hello.",
        "> all is quoted",
        "On 2 Nov, Desk wrote:\n> Is it?\nYes.\n> And that?\nNo.",
        "My answers are below.\n\nOn 2 Nov, Desk wrote:\n> Is it?\nYes.\n> And that?\nNo.",
        "Data: my data was deleted\nDo: something",
        "",
    ],
)
def test_in_doubt_nothing_is_folded(text: str) -> None:
    assert fold_quotes(text) == (text, "")


HARD = (
    "On ",
    "On wrote",
    "From: ",
    "From:\n",
    "> ",
    "Am schrieb ",
    "2026年1月1日(金) 9:00",
    "-" * 40 + "\n",
    "\n",
)


@pytest.mark.parametrize("piece", HARD)
def test_texts_that_are_hard_to_search_are_searched(piece: str) -> None:
    text = piece * 40_000
    own, quoted = fold_quotes(text)
    assert visible_characters(own + quoted) == visible_characters(text)
