"""The people besides the client who get a reply.

People copied on the client's last mail get it, unless a person leaves them out. People who wrote from another address
get it only if a person adds them.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.crypto import salted_hmac

from kit.email_addresses import masked, names_another
from kit.errors import InvalidError
from kit.prepared import fetch

MOST_STRANGERS = 5  # only the newest are offered
_KEY_LENGTH = 16
_LETTERS = """
    SELECT author_name, author_email, cc FROM tickets_message
    WHERE ticket_id = %(ticket)s AND kind = 'client' AND author_email <> '' ORDER BY created_at, id
"""


@dataclass(frozen=True, slots=True)
class Letter:
    """The author of a message from the client's side. `copied`: the people in `Cc`, in the format of `Message.cc`."""

    name: str
    email: str
    copied: Sequence[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Recipient:
    """`key`: identifies the person in API calls, because the console does not get the whole address."""

    key: str
    name: str
    email: str
    role: Literal["copied", "stranger"]

    def shown(self) -> dict[str, Any]:
        return {"key": self.key, "role": self.role, **described(self.name, self.email)}


def described(name: str, email: str) -> dict[str, Any]:
    return {"name": name, "email": masked(email), "suspect": names_another(name, email)}


def recipients_among(ticket_id: int, address: str, letters: Iterable[Letter]) -> list[Recipient]:
    """The possible recipients of a ticket's reply. `address`: the client's. `letters`: oldest first.

    People whom a stranger copied are ignored: otherwise a stranger could have our replies sent to anybody.
    """
    client, copied = address.lower(), list[dict[str, str]]()
    strangers: dict[str, str] = {}
    for letter in letters:
        if letter.email.lower() == client:
            copied = list(letter.copied)
        else:
            strangers.pop(letter.email.lower(), None)
            strangers[letter.email.lower()] = letter.name
    found = {
        each["email"]: Recipient(_key(ticket_id, each["email"]), each["name"], each["email"], "copied")
        for each in copied
    }
    for email in list(strangers)[-MOST_STRANGERS:]:
        found.setdefault(email, Recipient(_key(ticket_id, email), strangers[email], email, "stranger"))
    return list(found.values())


def chosen(ticket_id: int, address: str, *, left_out: Collection[str], also: Collection[str]) -> list[dict[str, str]]:
    """The people who get a reply, for `Message.cc`. Raises InvalidError for a person outside the conversation."""
    people = _people_of(ticket_id, address)
    if set(also) - {each.key for each in people}:
        raise InvalidError({"form.also": ["Somebody is not in this conversation any more. Choose again."]})
    return [
        {"name": each.name, "email": each.email}
        for each in people
        if each.key in also or (each.role == "copied" and each.key not in left_out)
    ]


def choice_of(ticket_id: int, address: str, copied: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The fields `left_out` and `also` of a reply with these copies, in the format of a draft: one line for each
    person.
    """
    emails = {each["email"] for each in copied}
    people = _people_of(ticket_id, address)
    chosen_by = {
        "left_out": [each for each in people if each.role == "copied" and each.email not in emails],
        "also": [each for each in people if each.role == "stranger" and each.email in emails],
    }
    return {
        name: "\n".join(f"{each.name or masked(each.email)} (#{each.key})" for each in found)
        for name, found in chosen_by.items()
    }


def _people_of(ticket_id: int, address: str) -> list[Recipient]:
    letters = [Letter(name, email, loaded(copied)) for name, email, copied in fetch(_LETTERS, {"ticket": ticket_id})]
    return recipients_among(ticket_id, address, letters)


def loaded(value: Any) -> Any:
    """The value of a JSON column, which some connections return as text."""
    return json.loads(value) if isinstance(value, str) else value


def _key(ticket_id: int, email: str) -> str:
    return salted_hmac("tickets.recipients", f"{ticket_id} {email}").hexdigest()[:_KEY_LENGTH]
