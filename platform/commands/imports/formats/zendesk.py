"""Tickets of Zendesk: a line or an object of its JSON export or of its API, or a row of its CSV export.

Only JSON has the comments. A page of the API names people by id, and lists them as `users` (docs/moving.md).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from commands.imports.formats.reading import (
    address_in,
    first_of,
    in_order,
    inner,
    is_closed,
    moment_of,
    objects_in,
    plain,
    text_of,
    with_attachments,
)

STATES = {
    **dict.fromkeys(("new", "open", "pending", "hold", "on-hold"), False),
    **dict.fromkeys(("solved", "closed", "archived"), True),
}
DELETED = "deleted"
_CSV = {"requester", "subject", "status"}
# columns of CSV, in lower case
DATES = ("created at", "requested", "solved at", "updated at")
# the first comment of a ticket is its description, which some exports have alone
_FIRST = "description"
_UNLISTED = "the file does not list the user {}: import the ticket with the users of its page"

People = Mapping[str, Mapping[str, Any]]


def recognises(cells: Mapping[str, Any]) -> bool:
    if {name.lower() for name in cells} >= _CSV and "id" in map(str.lower, cells):
        return True
    return "status" in cells and ("requester_id" in cells or isinstance(cells.get("requester"), dict))


def read(cells: Mapping[str, Any], people: People, states: Mapping[str, bool], date_format: str = "") -> dict[str, Any]:
    """A thread with our names. `people`: by id, those whom the file lists apart. `date_format`: of CSV.

    Raises ValueError.
    """
    if "id" not in cells or any(name in cells for name in ("Subject", "Requester email")):
        return _of_csv({name.lower(): value for name, value in cells.items()}, states, date_format)
    state = text_of(cells.get("status"))
    if state.lower() == DELETED:
        raise ValueError("was deleted in Zendesk")
    known = (_named_in(cells), people)
    client = _person(cells.get("requester"), text_of(cells.get("requester_id")), known)
    if not client and (number := text_of(cells.get("requester_id"))):
        raise ValueError(f"requester: {_UNLISTED.format(number)}")
    organization = cells.get("organization")
    return {
        "id": cells.get("id"),
        "subject": first_of(cells.get("subject"), cells.get("raw_subject")),
        "client": {"name": text_of(client.get("name")), "email": address_in(client.get("email"))},
        "company": first_of(
            inner(organization, "name"), inner(people.get(f"organization {cells.get('organization_id')}"), "name")
        ),
        "closed": is_closed(state, {**STATES, **states}, "status"),
        "closed_at": moment_of(
            first_of(inner(cells, "metric_set", "solved_at"), cells.get("updated_at")), "updated_at"
        ),
        "turns": _turns(cells, client, known),
    }


def _turns(cells: Mapping[str, Any], client: Mapping[str, Any], known: Sequence[People]) -> list[dict[str, Any]]:
    requester = text_of(first_of(client.get("id"), cells.get("requester_id")))
    is_page = not isinstance(cells.get("requester"), dict)
    found = []
    for comment in objects_in(cells.get("comments")):
        author_id = text_of(first_of(comment.get("author_id"), inner(comment, "author", "id")))
        author = _person(comment.get("author"), author_id, known)
        is_client = (bool(author_id) and author_id == requester) or author.get("role") == "end-user"
        role = ("user" if is_client else "agent") if comment.get("public", True) else "note"
        # a page lists all who wrote, an export only those who have to do with the ticket
        if is_page and author_id and not author and role == "agent":
            raise ValueError(f"comments: {_UNLISTED.format(author_id)}")
        files = [
            f"{text_of(each.get('file_name'))} {text_of(each.get('content_url'))}"
            for each in objects_in(comment.get("attachments"))
        ]
        found.append(
            {
                "id": text_of(comment.get("id")),
                "role": role,
                "author": text_of(author.get("name")),
                "email": address_in(author.get("email")) if role == "user" else "",
                "content": with_attachments(_text_of(comment), files),
                "at": moment_of(comment.get("created_at"), "comments"),
            }
        )
    turns = [dict(turn) for turn in in_order(found)]
    if not turns and (text := text_of(first_of(cells.get("description"), cells.get("subject")))):
        turns.append({"role": "user", "content": text, "at": moment_of(cells.get("created_at"), "created_at")})
    if turns:
        turns[0]["id"] = _FIRST
    return turns


def _text_of(comment: Mapping[str, Any]) -> str:
    """HTML first: it has the links."""
    markup = text_of(comment.get("html_body"))
    return (plain(markup) if markup else "") or text_of(first_of(comment.get("plain_body"), comment.get("body")))


def _named_in(cells: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    persons = [cells.get(name) for name in ("requester", "submitter", "assignee")]
    persons += [*objects_in(cells.get("collaborators")), *objects_in(cells.get("collaborator"))]
    return {text_of(each["id"]): each for each in persons if isinstance(each, dict) and each.get("id")}


def _person(given: Any, number: str, known: Sequence[People]) -> Mapping[str, Any]:
    """As it stands in the place, or by id; empty for nobody known."""
    if isinstance(given, dict):
        return given
    return next((people[number] for people in known if number in people), {})


def _of_csv(cells: Mapping[str, Any], states: Mapping[str, bool], date_format: str) -> dict[str, Any]:
    state = text_of(cells.get("status"))
    if state.lower() == DELETED:
        raise ValueError("was deleted in Zendesk")
    created = first_of(cells.get("created at"), cells.get("requested"))
    return {
        "id": first_of(cells.get("id"), cells.get("ticket id")),
        "subject": cells.get("subject"),
        "client": {"name": text_of(cells.get("requester")), "email": address_in(cells.get("requester email"))},
        "company": first_of(cells.get("organization")),
        "closed": is_closed(state, {**STATES, **states}, "status"),
        "closed_at": moment_of(first_of(cells.get("solved at"), cells.get("updated at")), "solved at", date_format),
        "turns": [
            {
                "id": _FIRST,
                "role": "user",
                "content": with_attachments(text_of(first_of(cells.get("description"), cells.get("subject"))), ()),
                "at": moment_of(created, "created at", date_format),
            }
        ],
    }
