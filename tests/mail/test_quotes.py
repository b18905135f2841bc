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
        (
            "Sim.\n\nEm qua., 2 de nov. de 2026, Desk escreveu:\n\n> É?",
            "Sim.",
            "Em qua., 2 de nov. de 2026, Desk escreveu:\n\n> É?",
        ),
        (
            "Yes.\n\nFrom: Desk\nSent: 2 November 2026 10:00\nTo: Ann\nSubject: Re: It\n\nIs it?",
            "Yes.",
            "From: Desk\nSent: 2 November 2026 10:00\nTo: Ann\nSubject: Re: It\n\nIs it?",
        ),
        (
            "On Monday he wrote:\nno.\n\nOn 2 Nov 2026 at 10:00, Desk wrote:\n> Is it?",
            "On Monday he wrote:\nno.",
            "On 2 Nov 2026 at 10:00, Desk wrote:\n> Is it?",
        ),
    ],
    ids=["above", "marks-alone", "german", "below", "portuguese", "labels", "second"],
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
        'It is bad.\n\nOn Monday the manager wrote:\n"No."\n\nPlease help.',
        "Please read this.\n\nOn 3 May I wrote:\nI am at the end.",
        "A new message\n\nFrom: Ann <ann@client.example>\nSubject: Refund\nDate: 3 Nov 2026\n\nIt never came.",
        "It went the wrong way.\n\nFrom: Leeds\nSent: 3 May\nTo: Cork\nSubject: nothing\n\nCan you call?",
        "",
    ],
)
def test_in_doubt_nothing_is_folded(text: str) -> None:
    assert fold_quotes(text) == (text, "")


def test_a_form_that_sends_what_its_sender_wrote_is_no_earlier_mail() -> None:
    text = "New message\n\nFrom: ann@x.example\nTo: Shop\nDate: 3 Nov 2026 10:00\nSubject: Refund\n\nIt never came."
    assert fold_quotes(text, by="ann@x.example") == (text, "")
    assert fold_quotes(text, by="bob@x.example")[0] == "New message"


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
