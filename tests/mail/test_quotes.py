"""Earlier mail below a reply is folded; nothing of the text is lost, and in doubt nothing is folded."""

import pytest

from mail.quote_headers import announces_original, introduces, is_full
from mail.quotes import fold_quotes
from mail.reading import read_mail
from tests.mail.real import real_replies
from tests.mail.replies import OWN, SENTENCES, UNMARKED
from tests.mail.written import CLIENT, a_mail

WORDS = "Thank you.\n\nIt is 5512.\n\nAnn"
EARLIER = "Which order is it?\n\nYour desk"
BROKEN = "> Is it the parcel that should have been delivered on the first of\nmay?\n> Desk"
MARKED = "> Which order is it?\n>\n> Your desk"
# where earlier mail begins in the real replies, by line; in all others nothing is earlier mail. Of `multiline_on`, in
# which nobody has written anything, nothing is said
FIRST_LINES = {
"begins_with_signature": 10, "email_1_3": 6, "email_1_4": 2, "email_1_6": 4, "email_1_7": 2, "email_2_1": 5,
    "email_2_2": 2, "email_2_3": 2, "email_3_1": 5, "email_bullets": 11, "email_danish_1": 7, "email_danish_2": 7,
    "email_danish_3": 4, "email_danish_4": 4, "email_gmail": 4, "email_headers_no_delimiter": 2, "email_ja_1_2": 9,
    "email_nl_1_2": 5, "email_one_is_not_on": 6, "email_partial_quote_header": 7, "email_pl_1_2": 12,
    "email_sv_anon_1": 10, "email_swedish_1": 9, "email_swedish_2": 8, "greedy_on": 7, "multi_header": 2,
    "multiline_on_de": 1, "pathological": 2,
}  # fmt: skip


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


def test_of_real_replies_the_earlier_mail_is_folded_and_nothing_else() -> None:
    wrong = []
    for path in real_replies():
        if path.stem == "multiline_on":
            continue
        lines = path.read_text(errors="replace").split("\n")
        first = FIRST_LINES.get(path.stem, len(lines))
        while first < len(lines) and first and (not lines[first - 1].strip() or introduces(lines[first - 1].strip())):
            first -= 1
        own, quoted = fold_quotes("\n".join(lines))
        words = visible_characters("\n".join(lines[:first]))
        # what stands below a quotation, as a signature or the footer of a list, may stay
        starts = quoted and "\n>" not in own and visible_characters(own).startswith(words)
        is_right = visible_characters(own) == words or starts
        if not is_right or bool(quoted) != (path.stem in FIRST_LINES):
            wrong.append(path.name)
    assert wrong == []


@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["close", "apart"])
@pytest.mark.parametrize("program", SENTENCES)
def test_marked_mail_is_folded_with_the_sentence_that_a_program_writes_above_it(program: str, gap: str) -> None:
    earlier = f"{SENTENCES[program]}{gap}{MARKED}"
    assert fold_quotes(f"{WORDS}\n\n{earlier}") == (WORDS, earlier)
    assert fold_quotes(f"{WORDS}\n{earlier}\n") == (WORDS, earlier)
    assert fold_quotes(f"{earlier}\n\n{WORDS}") == (WORDS, earlier)
    assert fold_quotes(f"Hello,\n\n{earlier}\n\n{WORDS}") == (f"Hello,\n\n{WORDS}", earlier)
    answered = f"{WORDS}\n\n{SENTENCES[program]}{gap}> Which?\n\n5512.\n\n> And when?\n\nOn Monday."
    assert fold_quotes(answered) == (answered, "")


@pytest.mark.parametrize("program", UNMARKED)
def test_mail_without_marks_is_folded_below_the_header_of_a_program(program: str) -> None:
    earlier = f"{UNMARKED[program]}\n\n{EARLIER}"
    assert fold_quotes(f"{WORDS}\n\n{earlier}\n") == (WORDS, earlier)


@pytest.mark.parametrize("words", OWN)
def test_ones_own_words_that_look_like_a_quotation_are_not_folded(words: str) -> None:
    assert fold_quotes(f"Hello,\n\n{words}") == (f"Hello,\n\n{words}", "")
    assert fold_quotes(f"Hello,\n\n{words}", is_reply=False) == (f"Hello,\n\n{words}", "")


@pytest.mark.parametrize("program", [name for name in UNMARKED if name.endswith(", old") and name != "hotmail, old"])
def test_in_a_first_mail_what_a_program_announces_is_folded(program: str) -> None:
    earlier = f"{UNMARKED[program]}\n\n{EARLIER}"
    assert fold_quotes(f"{WORDS}\n\n{earlier}", is_reply=False) == (WORDS, earlier)
    by_the_sender = earlier.replace("Shop Desk", "ann@client.example")
    assert fold_quotes(f"{WORDS}\n\n{by_the_sender}", by="ann@client.example", is_reply=False)[1] == ""


def test_in_a_first_mail_only_marked_lines_below_the_sentence_of_a_program_are_folded() -> None:
    announced = [header for header in UNMARKED.values() if announces_original(header.split("\n")[0])]
    first_mails = [f"{WORDS}\n\n{header}\n\n{EARLIER}" for header in UNMARKED.values() if header not in announced]
    first_mails += [f"{WORDS}\n\n> Which order is it?", f"{WORDS}\n\nThe desk wrote on 2 November:\n{MARKED}"]
    for text in first_mails:
        assert fold_quotes(text, is_reply=False) == (text, "")
    for sentence in filter(is_full, SENTENCES.values()):
        text = f"{WORDS}\n\n{sentence}\n{MARKED}"
        assert fold_quotes(text, is_reply=False) == (WORDS, f"{sentence}\n{MARKED}")
        assert fold_quotes(text, by="desk@shop.example", is_reply=False) == (text, "")  # who has written to us before


@pytest.mark.parametrize(
    ("headers", "is_folded"),
    [
        ({}, False),
        ({"subject": "Fwd: Order"}, False),
        ({"subject": "Ref: Order"}, False),
        ({"subject": "RE: Order"}, True),
        ({"subject": "Antw: Order"}, True),
        ({"subject": "Re[2]: Order"}, True),
        ({"subject": "Order [#12-x7k2mn8pqr]"}, True),
        ({"In_Reply_To": "<a@shop.example>"}, True),
        ({"References": "<a@shop.example>"}, True),
    ],
)
def test_a_mail_is_a_reply_by_its_header(headers: dict[str, str], is_folded: bool) -> None:
    mail = read_mail(a_mail(f"{WORDS}\n\n{UNMARKED['outlook fr']}\n\n{EARLIER}", **headers))
    assert bool(mail.quoted) == is_folded


def test_who_goes_on_with_a_mail_of_their_own_quotes_it() -> None:
    text = f"{WORDS}\n\n{UNMARKED['outlook en'].replace('Shop Desk <desk@shop.example>', CLIENT)}\n\n{EARLIER}"
    assert read_mail(a_mail(text, In_Reply_To="<a@client.example>")).text == WORDS
    assert read_mail(a_mail(text, subject="Re: Contact form")).quoted == ""


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
        (f"Yes.\n\nOn 2 Nov 2026, Desk wrote:\n{BROKEN}", "Yes.", f"On 2 Nov 2026, Desk wrote:\n{BROKEN}"),
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
    ids=["above", "marks-alone", "german", "broken", "below", "portuguese", "labels", "second"],
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
    "-----Original Message-----\n",
    "My answers are \n----- Original Message -----\n\n",
    "From: a\nSent: 2 May 2026 10:00\nTo: b\nSubject: c\n\n",
    "On 2 Nov 2026 at 10:00, Desk <desk@shop.example>\n wrote:\n\n",
    "> a\nb\n",
    "\n",
)


@pytest.mark.parametrize("piece", HARD)
def test_texts_that_are_hard_to_search_are_searched(piece: str) -> None:
    text = piece * 40_000
    own, quoted = fold_quotes(text)
    assert visible_characters(own + quoted) == visible_characters(text)
