"""The list of tickets: filtered; ordered by last change, age or clock; with keyset pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import User
from accounts.names import full_name
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.prepared import fetch
from kit.text import EXCERPT_READ, excerpt_of
from search.lists import NUMBERS, TICKET_WORDS
from tickets.models import TicketStatus
from tickets.reading import TICKET_COLUMNS, TICKET_WIDTH, fields_of
from workflows.engine.reading.lists.holding import NO_USER, UNKNOWN_USER
from workflows.tickets.recipients import described, loaded

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
# For frequent words, a page examines so many tickets in list order; the next page continues after them.
LOOKED_AT = 1_000
_NAME = "tickets"
# the people copied on the client's last mail: they also get the next reply (workflows.tickets.recipients)
_COPIED = """
    SELECT message.cc FROM tickets_message message
    WHERE message.ticket_id = ticket.id AND message.kind = 'client' AND message.author_email <> ''
        AND lower(message.author_email) = lower(ticket.client_email)
    ORDER BY message.created_at DESC, message.id DESC LIMIT 1
"""

# must be written like the condition of the index CLOCKS, so that PostgreSQL uses the index
_IS_OPEN = r"{task}.status IN ('NEW', 'ASSIGNED') AND {task}.flow_task::text LIKE 'ticket\_resolution.%%'"
_UNRESOLVED = "ticket.resolved_at IS NULL AND ticket.merged_into_id IS NULL"
FILTERS: Mapping[str, str] = {
    "all_unresolved": _UNRESOLVED,
    "client_replied": f"ticket.status = '{TicketStatus.REPLIED}'",
    "waiting_on_client": f"ticket.status = '{TicketStatus.AWAITING_RESPONSE}'",
    "resolved": f"ticket.status = '{TicketStatus.RESOLVED}'",
    "mine": f"{_UNRESOLVED} AND ticket.id IN (SELECT subject_id FROM mine)",
    "overdue": f"{_UNRESOLVED} AND ticket.id IN (SELECT subject_id FROM late)",
}


class _Order(NamedTuple):
    """A sort order: its columns, of which the last is a unique id, and the tables that have them."""

    keys: tuple[str, ...]
    tables: str = "tickets_ticket ticket"
    # the condition of this order's partial index
    condition: str = ""


ORDERS: Mapping[str, _Order] = {
    "updated": _Order(("ticket.updated_at", "ticket.id")),
    "created": _Order(("ticket.created_at", "ticket.id"), condition=_UNRESOLVED),
    # harm first, as in the queue; then by the time when an answer is due or a waiting ticket ends
    "due": _Order(
        ("clock.priority", "clock.due_at", "clock.id"),
        "workflows_task clock JOIN workflows_process process ON process.id = clock.process_id"
        " JOIN tickets_ticket ticket ON ticket.id = process.subject_id",
        _IS_OPEN.format(task="clock"),
    ),
}
# conditions on the step that equal the filter's condition on the ticket: the index of clocks includes the step
_STEPS: Mapping[str, str] = {
    "client_replied": "clock.flow_task = 'ticket_resolution.replied'",
    "waiting_on_client": "clock.flow_task = 'ticket_resolution.awaiting_response'",
    "overdue": "clock.queue <> '' AND clock.due_at < statement_timestamp()",
}
# few rows: the open tasks of one person, read from the indexes of holders and assignees
_OF_PERSON = """mine AS MATERIALIZED (
    SELECT process.subject_id FROM workflows_task task JOIN workflows_process process ON process.id = task.process_id
    WHERE process.flow_class = 'ticket_resolution' AND task.status IN ('NEW', 'ASSIGNED')
        AND (task.assignee_id = %(person)s OR (task.owner_id = %(person)s AND task.lease_until > statement_timestamp()))
)"""
_OVERDUE = f"""late AS MATERIALIZED (
    SELECT process.subject_id FROM workflows_task task JOIN workflows_process process ON process.id = task.process_id
    WHERE {_IS_OPEN.format(task="task")} AND task.queue <> '' AND task.due_at < statement_timestamp()
)"""
_ROWS = f"""
    SELECT {TICKET_COLUMNS}, ticket.last_message_id, task.id, task.queue,
        task.status = 'ASSIGNED' AND task.lease_until > statement_timestamp(),
        task.owner_id, owner.first_name, owner.last_name, task.assignee_id, assignee.first_name, assignee.last_name,
        task.due_at, task.lock_version, task.priority, statement_timestamp(), ({_COPIED}),
        coalesce(left(last.text, {EXCERPT_READ}), ''), last.author_id,
        {{places}}
    FROM page ticket
    LEFT JOIN companies_company company ON company.id = ticket.company_id
    LEFT JOIN tickets_message last ON last.id = ticket.last_message_id
    LEFT JOIN workflows_process process ON process.flow_class = 'ticket_resolution' AND process.subject_id = ticket.id
        AND process.status = 'NEW'
    LEFT JOIN workflows_task task ON task.process_id = process.id AND task.status IN ('NEW', 'ASSIGNED')
    LEFT JOIN accounts_user owner ON owner.id = task.owner_id
    LEFT JOIN accounts_user assignee ON assignee.id = task.assignee_id
    ORDER BY {{order}}
"""


_COUNTED = tuple(name for name in FILTERS if name != "resolved")
_COUNTS = f"""
    WITH {_OF_PERSON}, {_OVERDUE}
    SELECT {", ".join(f"count(*) FILTER (WHERE {FILTERS[name]})" for name in _COUNTED)}
    FROM tickets_ticket ticket WHERE {_UNRESOLVED}
"""


class _Step(NamedTuple):
    """Columns of _ROWS, in order: last message, open step (null after the end), _COPIED, and the last message's
    beginning.
    """

    last_message_id: int | None
    task_id: int | None
    queue: str | None
    locked: bool | None
    owner_id: int | None
    owner_first: str | None
    owner_last: str | None
    assignee_id: int | None
    assignee_first: str | None
    assignee_last: str | None
    due_at: datetime | None
    lock_version: int | None
    priority: int | None
    now: datetime
    copied: Any
    excerpt: str
    written_by: int | None


_END_OF_ROW = TICKET_WIDTH + len(_Step._fields)  # after it come the row's sort keys


@dataclass(frozen=True, slots=True)
class TicketFilters:
    """The filters of the list, combined with AND, and its order.

    `assignee`: tickets that this person is assigned or holds. `sort`: a name of ORDERS; tickets that have ended can
    only be sorted by `updated`.
    """

    filter: str = "all_unresolved"
    company: int | None = None
    assignee: int | None = None
    q: str = ""
    sort: str = "updated"
    ascending: bool = False

    @property
    def order(self) -> _Order:
        return ORDERS[self.sort]

    @property
    def direction(self) -> str:
        return "ASC" if self.ascending else "DESC"

    @property
    def cursors(self) -> str:
        """The name of this order's cursors: another order refuses them."""
        return f"{_NAME} {' '.join(self.order.keys)} {self.direction}"


@dataclass(frozen=True, slots=True)
class TicketPage:
    """`searched`: the number of tickets examined for frequent words, if that limit ended the page early."""

    items: list[dict[str, Any]]
    next_cursor: str | None
    searched: int | None


def ticket_page(filters: TicketFilters, *, by: User, cursor: str = "", limit: int = PAGE_SIZE) -> TicketPage:
    """One page, in one statement; in four or more with words.

    Raises InvalidError for another list's cursor, and for an order that the filter does not have.
    """
    if filters.filter == "resolved" and filters.sort != "updated":
        raise InvalidError({"sort": ["Tickets that have ended have neither an age nor a clock."]})
    size = min(limit, MAX_PAGE_SIZE)
    values: dict[str, Any] = {"company": filters.company}
    values["person"] = by.pk if filters.filter == "mine" else filters.assignee
    if cursor:
        values |= _position(cursor, filters)
    end, searched = None, 0
    if filters.q:
        values["found"], end, searched = _found(filters, values, is_continued=bool(cursor))
    rows = fetch(_statement(filters, size + 1, is_continued=bool(cursor)), values)
    items = [_row(row) for row in rows[:size]]
    if len(rows) > size:
        return TicketPage(items, _cursor(rows[size - 1][_END_OF_ROW:], of=filters.cursors), None)
    return TicketPage(items, _cursor(end, of=filters.cursors), searched) if end else TicketPage(items, None, None)


def ticket_counts(user: User) -> dict[str, int]:
    """The number of tickets in each list except `resolved`, by its name; one statement."""
    (found,) = fetch(_COUNTS, {"person": user.pk})
    return dict(zip(_COUNTED, found, strict=True))


def _found(
    filters: TicketFilters, values: Mapping[str, Any], *, is_continued: bool
) -> tuple[list[int], Sequence[Any] | None, int]:
    """Ids of tickets with the words (frequent words: only among the next LOOKED_AT), end of the search, number read."""
    number = [int(filters.q)] if filters.q.isascii() and filters.q.isdecimal() and len(filters.q) < NUMBERS else []
    hits = TICKET_WORDS.find(filters.q)
    if hits is not None:
        return [*hits.ids, *number], None, 0
    columns = ", ".join([*filters.order.keys, "ticket.id"])
    listed = _listed(filters, _conditions(filters, is_continued=is_continued), columns)
    sets = ", ".join(_sets(filters))
    looked = fetch(f"{'WITH ' + sets if sets else ''} {listed} LIMIT {LOOKED_AT}", values)  # no value: see _statement
    found = TICKET_WORDS.which_of(filters.q, [pk for *_, pk in looked])
    end = looked[-1][:-1] if len(looked) == LOOKED_AT else None
    return [*found, *number], end, len(looked)


def _conditions(filters: TicketFilters, *, is_continued: bool) -> list[str]:
    """The conditions without the words."""
    is_by_clock = filters.sort == "due"
    found = [_STEPS[filters.filter] if is_by_clock and filters.filter in _STEPS else FILTERS[filters.filter]]
    if filters.order.condition:
        found.append(filters.order.condition)
    if filters.company is not None:
        found.append("ticket.company_id = %(company)s")
    if filters.assignee is not None and filters.filter != "mine":
        found.append("ticket.id IN (SELECT subject_id FROM mine)")
    if is_continued:
        keys, after = filters.order.keys, ">" if filters.ascending else "<"
        found.append(f"({', '.join(keys)}) {after} ({', '.join(f'%({name})s' for name in _places(filters))})")
    return found


def _statement(filters: TicketFilters, size: int, *, is_continued: bool) -> str:
    """The LIMIT is in the text: for a parameter, PostgreSQL expects a tenth of all tickets and joins whole tables."""
    conditions = _conditions(filters, is_continued=is_continued)
    if filters.q:
        conditions.append("ticket.id IN (SELECT unnest(%(found)s::bigint[]))")
    places = _places(filters)
    columns = ", ".join(["ticket.*", *map("{} AS {}".format, filters.order.keys, places)])
    page = f"page AS MATERIALIZED ({_listed(filters, conditions, columns)} LIMIT {size})"
    order = ", ".join(f"{name} {filters.direction}" for name in places)
    rows = _ROWS.format(places=", ".join(places), order=order)
    return f"WITH {', '.join([*_sets(filters), page])} {rows}"


def _places(filters: TicketFilters) -> list[str]:
    """Aliases of the sort keys in a row."""
    return [f"place_{number}" for number, _ in enumerate(filters.order.keys)]


def _sets(filters: TicketFilters) -> list[str]:
    """The subqueries with few rows that the conditions refer to."""
    is_of_person = filters.filter == "mine" or filters.assignee is not None
    is_late = filters.filter == "overdue" and filters.sort != "due"
    return [_OF_PERSON] * is_of_person + [_OVERDUE] * is_late


def _listed(filters: TicketFilters, conditions: Sequence[str], columns: str) -> str:
    order = ", ".join(f"{key} {filters.direction}" for key in filters.order.keys)
    return f"SELECT {columns} FROM {filters.order.tables} WHERE {' AND '.join(conditions)} ORDER BY {order}"


def _row(row: Sequence[Any]) -> dict[str, Any]:
    """Exactly the fields of the API's row: lists are serialised without validation."""
    step = _Step(*row[TICKET_WIDTH:_END_OF_ROW])
    due = step.due_at if step.queue else None  # for a ticket that waits for its client, `due_at` is its end
    named = full_name(step.assignee_first, step.assignee_last, step.assignee_id)
    assignee = step.assignee_id and {"id": step.assignee_id, "name": named}
    return {
        **fields_of(row),
        "last_message_id": step.last_message_id,
        "task_id": step.task_id,
        "locked": bool(step.locked),
        "locked_by": full_name(step.owner_first, step.owner_last, step.owner_id) if step.locked else UNKNOWN_USER,
        "locked_id": step.owner_id if step.locked else NO_USER,
        "lock_version": step.lock_version or 0,
        "assigned_to": assignee,
        "due_at": due,
        "overdue": due is not None and due < step.now,
        "resolves_at": step.due_at if step.task_id and not step.queue else None,
        "priority": step.priority,
        "excerpt": excerpt_of(step.excerpt),
        "written_by": step.written_by,
        "copied": [described(each["name"], each["email"]) for each in loaded(step.copied or [])],
    }


def _cursor(keys: Sequence[Any], *, of: str) -> str:
    return encode_cursor([key.isoformat() if isinstance(key, datetime) else key for key in keys], of=of)


def _position(cursor: str, filters: TicketFilters) -> dict[str, Any]:
    parts = decode_cursor(cursor, of=filters.cursors)
    keys = [datetime.fromisoformat(part) if isinstance(part, str) else part for part in parts]
    return dict(zip(_places(filters), keys, strict=True))
