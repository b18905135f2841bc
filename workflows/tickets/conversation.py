"""Reads the messages of a ticket for the API. The texts of notes are read from history."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.names import full_name
from banned_words.flags import flags_of
from banned_words.matching import search_texts
from kit.prepared import fetch
from tickets.models import Delivery, MessageKind
from workflows.tickets.recipients import Letter, Recipient, described, loaded, recipients_among

PREVIEWED = ("image/png", "image/jpeg", "image/gif", "image/webp")  # no SVG: it can contain scripts

_MESSAGES = """
    SELECT message.id, message.kind, message.author_id, author.first_name, author.last_name, message.author_name,
        message.author_email, coalesce(words.body, message.text), message.quoted, message.created_at,
        message.delivery, message.via, message.auto, message.harm, message.cc,
        EXISTS (SELECT FROM tickets_originalmail original WHERE original.message_id = message.id)
    FROM tickets_message message
    LEFT JOIN accounts_user author ON author.id = message.author_id
    LEFT JOIN workflows_eventtext words ON words.event_id = message.event_id
    WHERE message.ticket_id = %(ticket)s AND message.id > %(after)s
    ORDER BY message.created_at, message.id
"""
_MARKED = ("text", "quoted")  # fields of a client's message in which banned words are marked
_ATTACHMENTS = """
    SELECT message_id, id, name, type, size FROM tickets_attachment WHERE message_id = ANY(%(messages)s) ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages of a ticket as the API shows them, and the people who may get a reply."""

    messages: list[dict[str, Any]]
    recipients: list[Recipient]


def messages_of(ticket_id: int, address: str, *, after: int = 0) -> list[dict[str, Any]]:
    """The messages of `thread_of`. `after`: only messages with a higher id."""
    return thread_of(ticket_id, address, after=after).messages


def thread_of(ticket_id: int, address: str, *, after: int = 0) -> Thread:
    """The messages of a ticket in order, with attachments and, for the client's messages, banned words. Three
    statements.

    `address`: the client's, to mark mail from other people. `after`: only messages with a higher id, and their
    recipients.
    """
    rows = fetch(_MESSAGES, {"ticket": ticket_id, "after": after})
    attachments = _attachments_of([row[0] for row in rows])
    flagged = _flagged_in({row[0]: row[7:9] for row in rows if row[1] == MessageKind.CLIENT})
    letters = [Letter(row[5], row[6], loaded(row[14])) for row in rows if row[1] == MessageKind.CLIENT and row[6]]
    return Thread(
        [_message(row, attachments[row[0]], flagged.get(row[0], []), address) for row in rows],
        recipients_among(ticket_id, address, letters),
    )


def _flagged_in(messages: Mapping[int, Sequence[str]]) -> Mapping[int, list[dict[str, Any]]]:
    """Matches of the current list of banned words, without entries that only count."""
    if not messages:
        return {}
    _, found = search_texts(list(messages.values()))
    return {
        number: flags_of(
            [
                (field, match)
                for field, matches in zip(_MARKED, by_field, strict=True)
                for match in matches
                if not match.is_shadow
            ]
        )
        for number, by_field in zip(messages, found, strict=True)
    }


def _attachments_of(messages: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for message_id, *attachment in fetch(_ATTACHMENTS, {"messages": messages}) if messages else ():
        found[message_id].append(describe_attachment(*attachment))
    return found


def describe_attachment(number: int, name: str, media_type: str, size: int) -> dict[str, Any]:
    return {"id": number, "name": name, "type": media_type, "size": size, "preview": media_type in PREVIEWED}


def _message(
    row: Sequence[Any], attachments: list[dict[str, Any]], flagged: list[dict[str, Any]], address: str
) -> dict[str, Any]:
    number, kind, author_id, first, last, name, email, text, quoted, at, delivery, via, auto, harm, cc, original = row
    is_stranger = kind == "client" and bool(email) and bool(address) and email.lower() != address.lower()
    return {
        "id": number,
        "kind": kind,
        "author": {
            **described(name, email),
            **({"name": full_name(first, last, author_id), "suspect": False} if author_id else {}),
            "user_id": author_id,
            "stranger": is_stranger,
        },
        "cc": [described(each["name"], each["email"]) for each in loaded(cc)],
        "text": text,
        "quoted": quoted,
        "flagged_words": flagged,
        "harm": loaded(harm),
        "at": at,
        "attachments": attachments,
        "delivery": Delivery.QUEUED if delivery == Delivery.SENDING else delivery,
        "via": via,
        "auto": auto,
        "original": original,
    }
