"""Who gets a reply besides the client: people of their `Cc` unless left out, strangers by a person's choice alone."""

from typing import Any

import pytest
from django.core import mail

from tests.consistency import inconsistencies
from tests.factories import a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives, newest
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import decide, read, reply
from tickets.models import Message, Ticket
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result

CLIENT = "ann@client.example.com"
COPIED = "Bob Boss <bob@client.example.com>, Cleo <cleo@other.example>"
EVE = "Eve <eve@elsewhere.example>"


def recipients(staff: Staff, ticket: Ticket) -> dict[str, dict[str, Any]]:
    """By name."""
    return {each["name"]: each for each in read(staff, ticket)["recipients"]}


def replies(staff: Staff, ticket: Ticket, **more: Any) -> tuple[list[str], list[str]]:
    """To whom the reply goes: `To`, and `Cc`."""
    answer = reply(staff, ticket, **more)
    assert answer.status_code == 201, answer.content
    do_jobs()
    return newest().to, newest().cc


def test_people_of_cc_are_shown_masked_and_get_the_reply_unless_left_out() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail(Cc=COPIED))
    page = read(staff, ticket)
    bob, cleo = page["recipients"]
    assert {**bob, "key": ""} == {
        "key": "",
        "role": "copied",
        "name": "Bob Boss",
        "email": "b…@client.example.com",
        "suspect": False,
    }
    assert [each["name"] for each in page["messages"][0]["cc"]] == ["Bob Boss", "Cleo"]
    assert "bob@" not in str(page)
    assert replies(staff, ticket) == ([CLIENT], ["bob@client.example.com", "cleo@other.example"])
    assert replies(staff, ticket, left_out=[bob["key"]]) == ([CLIENT], ["cleo@other.example"])
    assert replies(staff, ticket, left_out=[bob["key"], cleo["key"]]) == ([CLIENT], [])
    written = read(staff, ticket)["messages"][1:]
    assert [[each["name"] for each in message["cc"]] for message in written] == [["Bob Boss", "Cleo"], ["Cleo"], []]
    assert list(inconsistencies()) == []


def test_the_newest_mail_of_the_client_says_who_is_copied() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail(Cc=COPIED))
    ingest_mail(an_answer(answered(ticket), Cc="Dan <dan@client.example.com>"))
    assert list(recipients(staff, ticket)) == ["Dan"]
    ingest_mail(an_answer(newest(), message_id="<3@client.example.com>"))
    assert recipients(staff, ticket) == {}
    assert replies(staff, ticket) == ([CLIENT], [])


@pytest.mark.parametrize(
    "cc",
    [
        f"Ann <{CLIENT}>",
        "Desk <desk@docket.test>",
        "Local <root@localhost>",
        "Inside <a@[127.0.0.1]>",
        "nobody",
    ],
)
def test_neither_the_client_nor_we_nor_addresses_within_are_copied(cc: str, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Desk <desk@docket.test>"
    ticket = arrives(a_mail(Cc=cc))
    assert recipients(Staff(a_moderator()), ticket) == {}
    assert replies(Staff(a_moderator()), ticket) == ([CLIENT], [])


def test_a_stranger_in_a_known_conversation_is_answered_by_choice_alone() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail())
    sent = answered(ticket)
    assert ingest_mail(an_answer(sent, sender=EVE, Cc="Mallory <mallory@elsewhere.example>")) == Result.MESSAGE
    page = read(staff, ticket)
    assert page["messages"][-1]["author"]["stranger"] is True
    assert {name: each["role"] for name, each in recipients(staff, ticket).items()} == {"Eve": "stranger"}
    assert replies(staff, ticket) == ([CLIENT], [])
    key = recipients(staff, ticket)["Eve"]["key"]
    assert replies(staff, ticket, also=[key]) == ([CLIENT], ["eve@elsewhere.example"])
    assert [each["name"] for each in read(staff, ticket)["messages"][-1]["cc"]] == ["Eve"]


def test_a_person_of_cc_who_writes_is_answered_as_before() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail(Cc=COPIED))
    ingest_mail(an_answer(answered(ticket), sender="Bob Boss <bob@client.example.com>"))
    assert {name: each["role"] for name, each in recipients(staff, ticket).items()} == {
        "Bob Boss": "copied",
        "Cleo": "copied",
    }


def test_somebody_of_another_conversation_is_not_added() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail())
    other = arrives(a_mail(Cc=COPIED, message_id="<7@client.example.com>"))
    key = recipients(staff, other)["Cleo"]["key"]
    answer = reply(staff, ticket, also=[key])
    assert (answer.status_code, answer.json()["fields"].keys()) == (422, {"also"})
    do_jobs()
    assert mail.outbox == []
    assert not Message.objects.filter(kind="staff").exists()


def test_a_decision_takes_the_same_choice() -> None:
    staff, ticket = Staff(a_moderator()), arrives(a_mail(Cc=COPIED))
    keys = {name: each["key"] for name, each in recipients(staff, ticket).items()}
    decide(staff, ticket, "reply", reply="It is on its way.", left_out=[keys["Bob Boss"]])  # type: ignore[arg-type]
    do_jobs()
    assert (newest().to, newest().cc) == ([CLIENT], ["cleo@other.example"])


def test_a_client_without_an_address_leaves_the_choice_of_strangers(staff: Staff) -> None:
    ticket = arrives(a_mail())
    ingest_mail(an_answer(answered(ticket), sender=EVE))
    Ticket.objects.using("owner").filter(pk=ticket.pk).update(client_email="")
    key = recipients(staff, ticket)["Eve"]["key"]
    assert replies(staff, ticket, also=[key]) == (["eve@elsewhere.example"], [])
