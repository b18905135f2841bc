"""Threats of harm in messages of a ticket. Every incoming message is searched; a passage that recurs counts once."""

from collections.abc import Sequence
from dataclasses import replace

from banned_words.harm import new_passages, passages_among
from tickets.models import Message, MessageKind
from tickets.writing import NewMessage


def searched(thread: Sequence[NewMessage], *, subject: str = "", ticket_id: int | None = None) -> list[NewMessage]:
    """The messages with the passages found in them. Messages of the staff are not searched.

    `ticket_id`: the ticket that the messages belong to. Passages already found there do not count again, because mail
    programs quote earlier messages.
    """
    found = passages_among([_texts(words, subject if not place else "") for place, words in enumerate(thread)])
    known = known_in(ticket_id) if ticket_id is not None and any(found) else []
    result = []
    for words, passages in zip(thread, found, strict=True):
        new = new_passages(passages, known)
        known = [*known, *new]
        result.append(replace(words, harm=new))
    return result


def known_in(ticket_id: int) -> list[str]:
    """The passages found in all messages of a ticket."""
    marked = Message.objects.filter(ticket=ticket_id).exclude(harm=[]).order_by("pk")
    return [passage for passages in marked.values_list("harm", flat=True) for passage in passages]


def unanswered_harm(thread: Sequence[NewMessage]) -> list[str]:
    """The passages in messages after the staff's last message."""
    answered = max((place for place, words in enumerate(thread) if words.kind == MessageKind.STAFF), default=-1)
    return [passage for words in thread[answered + 1 :] for passage in words.harm]


def _texts(words: NewMessage, subject: str) -> Sequence[str]:
    return () if words.kind == MessageKind.STAFF else (subject, words.text, words.quoted, words.searched_only)
