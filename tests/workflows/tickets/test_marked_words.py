"""Banned words are marked in what a client has written, by the list as it is when the ticket is read."""

from typing import Any

from banned_words.models import BannedWord
from tests.api.queries import statements
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, read, reply, writes
from tickets.models import Ticket


def marked(staff: Staff, ticket: Ticket) -> list[list[tuple[Any, ...]]]:
    """Of each message the field, what stands at the marked place, and the action."""
    return [
        [
            (found["field"], message[found["field"]][found["start"] : found["end"]], found["action"])
            for found in message["flagged_words"]
        ]
        for message in read(staff, ticket)["messages"]
    ]


def test_they_are_marked_at_their_places_in_the_text_and_in_what_it_quotes(staff: Staff) -> None:
    scam = BannedWord.objects.create(term="swindlers", action="hold")
    BannedWord.objects.create(term="quackery", shadow=True)
    ticket = a_ticket("\N{GRINNING FACE} You sw1ndlers,\n\n  all of you s w i n d l e r s. Quackery!")
    writes(ticket, "See below.", quoted="> \N{GRINNING FACE} Dear SWINDLERS")
    assert marked(staff, ticket) == [
        [("text", "sw1ndlers", "hold"), ("text", "s w i n d l e r s", "hold")],
        [("quoted", "SWINDLERS", "hold")],
    ]
    ((first, _), _) = (message["flagged_words"] for message in read(staff, ticket)["messages"])
    assert first == {
        "word": "sw1ndlers",
        "entry_id": scam.pk,
        "action": "hold",
        "view": "leetspeak",
        "field": "text",
        "start": 6,
        "end": 15,
    }


def test_what_colleagues_write_is_not_marked(staff: Staff) -> None:
    BannedWord.objects.create(term="swindlers")
    ticket = a_ticket()
    staff.post(f"/tickets/{ticket.pk}/messages", {"kind": "note", "text": "They call us swindlers."})
    reply(staff, ticket, "We are no swindlers.")
    assert marked(staff, ticket) == [[], [], []]


def test_the_newer_messages_of_a_refusal_have_their_marks(staff: Staff) -> None:
    BannedWord.objects.create(term="swindlers")
    ticket = a_ticket()
    before = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    writes(ticket, "Swindlers!")
    refused = reply(staff, ticket, last_message_id=before)
    assert (refused.status_code, refused.json()["code"]) == (409, "newer_message")
    (newer,) = refused.json()["newer_messages"]
    assert [(found["start"], found["end"]) for found in newer["flagged_words"]] == [(0, 9)]


def test_the_list_is_read_when_it_has_changed_and_not_before(staff: Staff) -> None:
    entry = BannedWord.objects.create(term="swindlers")
    ticket = a_ticket("Swindlers and brigands!")
    assert marked(staff, ticket) == [[("text", "Swindlers", "flag")]]
    with statements() as sent:
        assert marked(staff, ticket) == [[("text", "Swindlers", "flag")]]
    assert sum("banned_words_listversion" in statement for statement in sent) == 1
    assert not [statement for statement in sent if "banned_words_bannedword" in statement]
    BannedWord.objects.filter(pk=entry.pk).update(action="reject")
    BannedWord.objects.create(term="brigands")
    assert marked(staff, ticket) == [[("text", "Swindlers", "reject"), ("text", "brigands", "flag")]]
