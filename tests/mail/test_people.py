"""Who has written a mail, and who gets the answer: what stands in angle brackets, whatever a name says."""

import pytest

from kit.email_addresses import names_another
from mail.people import MAX_ADDRESSES, people_in
from mail.reading import read_mail
from tests.mail.written import a_mail

MIRA = "mira@client.example"


def emails(value: str) -> list[str]:
    return [each.email for each in people_in([value])]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("refunds@bigbank.example <mira@client.example>", "refunds@bigbank.example"),
        ("refunds@bigbank.example via Shop <mira@client.example>", "refunds@bigbank.example via Shop"),
        ('"refunds@bigbank.example" <mira@client.example>', "refunds@bigbank.example"),
        ("=?utf-8?q?refunds=40bigbank.example?= <mira@client.example>", "refunds@bigbank.example"),
        ("=?utf-8?q?=3Crefunds@bigbank.example=3E?= <mira@client.example>", "<refunds@bigbank.example>"),
        ("<refunds@bigbank.example> <mira@client.example>", ""),
        ("(refunds@bigbank.example) <mira@client.example>", "refunds@bigbank.example"),
        ("Mira (x) <mira@client.example> (<refunds@bigbank.example>)", "Mira"),
        ("Mira <mira@client.example> (<refunds@bigbank.example>", "Mira"),
        ("Holt, Mira <mira@client.example>", "Holt, Mira"),
        ('"Holt, Mira" <mira@client.example>', "Holt, Mira"),
        ("=?utf-8?q?Holt,_Mira?= <mira@client.example>", "Holt, Mira"),
        ('"Mira \\"M\\" Holt" <mira@client.example>', 'Mira "M" Holt'),
        ('Mira "the <mira@client.example>', 'Mira "the'),
        ("Mira <mira@client.example", "Mira"),
        ("Mira < Mira @ client.example >", "Mira"),
        ("Mira <@relay.example:mira@client.example>", "Mira"),
        ("mira@client.example (Mira)", "Mira"),
        ("mira@client.example", ""),
        ("<mira@client.example>", ""),
        ("=?utf-8?q?Mira_=3Cmira=40client.example=3E?=", "Mira"),
        ("\u202e.elpmaxe.knab\u202c Shop <mira@client.example>", ".elpmaxe.knab Shop"),
        ("Desk: Mira <mira@client.example>;", "Mira"),
    ],
)
def test_the_address_in_angle_brackets_wins(value: str, name: str) -> None:
    (person,) = people_in([value])
    assert (person.email, person.name) == (MIRA, name)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("a@x.example, B <b@x.example>; c@x.example", ["a@x.example", "b@x.example", "c@x.example"]),
        ("Holt, Mira <a@x.example>, Roe, Ann <b@x.example>", ["a@x.example", "b@x.example"]),
        ("Team: a@x.example, B <b@x.example>;, c@x.example", ["a@x.example", "b@x.example", "c@x.example"]),
        ("undisclosed-recipients:;", []),
        ("refunds@bigbank.example <>", []),
        ("refunds@bigbank.example <nobody>", []),
        ("nobody", []),
        ("", []),
    ],
)
def test_each_person_of_a_list_or_group_is_one(value: str, found: list[str]) -> None:
    assert emails(value) == found


def test_answers_go_to_one_reply_to_that_is_not_whom_the_mail_was_sent_to() -> None:
    def sender(**headers: str) -> tuple[str, str]:
        mail = read_mail(a_mail(**headers))
        return mail.sender.email, mail.author.email

    ann = "ann@client.example.com"
    bank = "refunds@bigbank.example <mira@client.example>"
    assert sender(Reply_To="Mira <mira@client.example>") == (MIRA, ann)
    raw = a_mail(Reply_To="X").replace(b"Reply-To: X", f"Reply-To: {bank}".encode())
    assert read_mail(raw).sender.email == MIRA
    assert sender(Reply_To="mira@client.example, b@x.example") == (ann, ann)
    assert sender(Reply_To="support@docket.test") == (ann, ann)  # an answer would come to ourselves


def test_many_long_headers_are_read_to_a_bound() -> None:
    raw = a_mail().replace(b"To: support@docket.test", b"\n".join([b"To: " + b"x, " * 20_000] * 300))
    assert read_mail(raw).sender.email == "ann@client.example.com"
    assert len(people_in([f"{n}@x.example" for n in range(500)])) == MAX_ADDRESSES


@pytest.mark.parametrize(
    ("name", "is_suspect"),
    [
        ("refunds@bigbank.example", True),
        ("mira@x via Shop", True),
        ("refunds\uff20bigbank.example", True),
        ("refunds @ bigbank.example", True),
        ("re\u200bfunds@bigbank\u00ad.example", True),
        ("mira@client.example", False),
        ("MIRA@client.example", False),
        ("Mira @ Shop", False),
        ("@mira", False),
        ("Mira Holt", False),
        ("", False),
    ],
)
def test_a_name_that_looks_like_another_address_is_suspect(name: str, is_suspect: bool) -> None:
    assert names_another(name, MIRA) == is_suspect
