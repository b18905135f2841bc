"""GET /tickets: its filters, its order, its pages; and many tickets at once."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from api.tickets.tickets import TicketTable
from search.lists import TICKET_WORDS, WordsOf
from tests.api.queries import as_many_for_more_rows
from tests.factories import a_company, a_head_moderator, a_moderator
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, reply, resolve, task_of, writes
from tickets.models import Ticket
from tickets.writing import Client
from workflows.models import Priority, Task
from workflows.tickets import lists


def ids(staff: Staff, query: str = "") -> list[int]:
    answer = staff.get(f"/tickets{query}")
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["items"]]


def all_pages(staff: Staff, query: str) -> list[int]:
    """The ids of all pages, with two rows each."""
    found: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = staff.get(f"/tickets?{query}&limit=2&cursor={cursor}")
        assert answer.status_code == 200, answer.content
        found += [row["id"] for row in answer.json()["items"]]
        cursor = answer.json()["next_cursor"]
    return found


def test_the_planner_knows_the_size_of_a_page() -> None:
    """The limit stands in the SQL: for a parameter PostgreSQL expects a tenth of all tickets, and reads all tasks."""
    sent: list[str] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        ids(Staff(a_moderator()), "?limit=3")
    (of_page,) = (sql for sql in sent if "page AS MATERIALIZED" in sql)
    assert "ORDER BY ticket.updated_at DESC, ticket.id DESC LIMIT 4)" in of_page


def test_a_page_has_exactly_the_fields_of_its_schema() -> None:
    """Pages are sent without validation, which would take longer than reading them."""
    staff, colleague = Staff(a_moderator()), Staff(a_moderator())
    new, held, waiting, ended = (a_ticket() for _ in range(4))
    reply(staff, waiting)
    resolve(staff, ended)
    Task.objects.filter(pk=task_of(new).pk).update(assignee=staff.user)
    for path in (f"/tasks/{task_of(held).pk}/lock", f"/presence/task/{task_of(held).pk}"):
        assert colleague.put(path).status_code == 200
    for chosen in ("all_unresolved", "resolved", "mine"):
        answer = staff.get(f"/tickets?filter={chosen}").json()
        assert answer["items"]
        assert answer == TicketTable.model_validate(answer).model_dump(mode="json")


def test_a_row_shows_the_fields_of_the_specification() -> None:
    staff, company = Staff(a_moderator()), a_company("Tan Dental")
    ticket = a_ticket(company=company)
    reply(staff, ticket)
    writes(ticket)
    ticket.refresh_from_db()
    (row,) = staff.get("/tickets").json()["items"]
    assert {name: row[name] for name in ("id", "subject", "company", "status", "messages")} == {
        "id": ticket.pk,
        "subject": "My order",
        "company": {"id": company.pk, "name": "Tan Dental"},
        "status": "replied",
        "messages": 3,
    }
    created, updated = (datetime.fromisoformat(row[name]) for name in ("created", "updated"))
    assert (created, updated) == (ticket.created_at, ticket.updated_at)
    assert created < updated


def test_the_filters_of_the_specification(staff: Staff) -> None:
    new, waiting, replied, ended = (a_ticket() for _ in range(4))
    for ticket in (waiting, replied, ended):
        reply(staff, ticket)
    writes(replied)
    resolve(staff, ended)
    assert set(ids(staff)) == {new.pk, waiting.pk, replied.pk}
    assert ids(staff)[0] == replied.pk
    for sort in ("updated", "created", "due"):
        assert ids(staff, f"?filter=client_replied&sort={sort}") == [replied.pk]
        assert ids(staff, f"?filter=waiting_on_client&sort={sort}") == [waiting.pk]
    assert ids(staff, "?filter=resolved") == [ended.pk]
    assert staff.get("/tickets?filter=nonsense").status_code == 422


def test_the_order_by_change_by_age_and_by_clock_goes_on_page_by_page() -> None:
    staff, now = Staff(a_moderator()), timezone.now()
    tickets = [a_ticket() for _ in range(5)]
    reply(staff, tickets[3])  # resolved by its clock after 14 days
    for place, ticket in enumerate(tickets):
        Ticket.objects.using("owner").filter(pk=ticket.pk).update(
            created_at=now - timedelta(days=[3, 1, 4, 2, 0][place])
        )
        if place != 3:
            Task.objects.filter(pk=task_of(ticket).pk).update(due_at=now + timedelta(hours=[5, -2, 1, 0, -3][place]))
    orders = {
        "sort=updated": [3, 4, 2, 1, 0],
        "sort=created&direction=asc": [2, 0, 3, 1, 4],
        "sort=created": [4, 1, 3, 0, 2],
        "sort=due&direction=asc": [4, 1, 2, 0, 3],
        "sort=due&direction=desc": [3, 0, 2, 1, 4],
        "sort=due&direction=asc&filter=overdue": [4, 1],
        "sort=created&direction=asc&filter=overdue": [1, 4],
        "sort=due&filter=waiting_on_client": [3],
        "sort=due&filter=client_replied": [],
        f"sort=due&direction=asc&company={tickets[2].company_id}": [2],
    }
    places = {ticket.pk: place for place, ticket in enumerate(tickets)}
    for query, wanted in orders.items():
        assert [places[pk] for pk in all_pages(staff, query)] == wanted, query
    Task.objects.filter(pk=task_of(tickets[2]).pk).update(priority=Priority.HARMFUL)
    for query, wanted in {
        "sort=due&direction=asc": [2, 4, 1, 0, 3],
        "sort=due&direction=desc": [3, 0, 1, 4, 2],
    }.items():
        assert [places[pk] for pk in all_pages(staff, query)] == wanted, f"harm, {query}"
    other = staff.get("/tickets?sort=due&limit=2").json()["next_cursor"]
    assert staff.get(f"/tickets?sort=created&cursor={other}").status_code == 422
    assert staff.get("/tickets?filter=resolved&sort=due").status_code == 422


@pytest.mark.parametrize(("query", "index"), [("sort=created", "ticket_age"), ("sort=due", "task_ticket_clock")])
def test_the_orders_by_age_and_by_clock_are_read_along_an_index(query: str, index: str) -> None:
    sent: list[Any] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        ids(Staff(a_moderator()), f"?{query}&direction=asc&limit=3")
    ((sql, parameters),) = ((sql, parameters) for sql, parameters in sent if "page AS MATERIALIZED" in sql)
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute(f"EXPLAIN {sql}", parameters)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert f"using {index} on" in plan, plan


def test_mine_and_those_of_a_person() -> None:
    person, other = a_moderator(), Staff(a_moderator())
    staff = Staff(person)
    held, assigned, _ = a_ticket(), a_ticket(), a_ticket()
    staff.put(f"/tasks/{task_of(held).pk}/lock")
    staff.put(f"/tasks/{task_of(assigned).pk}/assignee", {"user_id": person.pk})
    assert set(ids(staff, "?filter=mine")) == {held.pk, assigned.pk}
    assert set(ids(other, f"?assignee={person.pk}")) == {held.pk, assigned.pk}
    assert ids(other, "?filter=mine") == []


def test_company_words_and_pages() -> None:
    staff, company = Staff(a_moderator()), a_company()
    tickets = [a_ticket(f"Parcel {number} is broken.", company=company) for number in range(5)]
    a_ticket("Another matter.")
    assert len(ids(staff, f"?company={company.pk}")) == 5
    assert ids(staff, "?q=PARCEL 3") == [tickets[3].pk]
    assert all_pages(staff, "") == list(Ticket.objects.order_by("-updated_at", "-pk").values_list("pk", flat=True))
    assert staff.get("/tickets?cursor=nonsense").status_code == 422


def test_words_are_found_as_in_the_search(monkeypatch: pytest.MonkeyPatch, staff: Staff) -> None:
    ticket, *others = a_ticket("My parcels broke."), a_ticket("Another matter."), a_ticket("A third one.")
    writes(ticket, "Réally a xylophone.")
    for term in ("parcel", "xyl", "really", '"my parcels"', "broke -matter", str(ticket.pk)):
        assert ids(staff, f"?q={term}") == [ticket.pk]
    assert ids(staff, "?q=parcel matter") == []
    # where very many texts have the words, a page examines LOOKED_AT tickets
    monkeypatch.setattr(WordsOf, "hits", lambda _self, _wanted: None)
    monkeypatch.setattr(lists, "LOOKED_AT", 2)
    first = staff.get("/tickets?q=matter").json()
    assert (first["searched"], bool(first["next_cursor"])) == (2, True)
    rest = staff.get(f"/tickets?q=matter&cursor={first['next_cursor']}").json()
    assert [row["id"] for row in first["items"] + rest["items"]] == [others[0].pk]
    assert (rest["searched"], rest["next_cursor"]) == (None, None)


def test_a_ticket_is_found_by_the_whole_address_of_its_client(monkeypatch: pytest.MonkeyPatch, staff: Staff) -> None:
    ticket = a_ticket(client=Client("", "Dana.Reed@client.example"))
    a_ticket(client=Client("", "dana@client.example"))
    a_ticket(client=Client("", ""))

    def check() -> None:
        assert ids(staff, "?q=dana.reed@Client.example") == [ticket.pk]
        assert ids(staff, "?q=reed@client.example") == []  # parts of a masked address could be guessed
        assert ids(staff, "?q=quill") == []  # a word is no address: it does not match a client without one
        queue = staff.get("/queues/tickets/tasks?q=dana.reed@client.example")
        assert [row["task_id"] for row in queue.json()["items"]] == [task_of(ticket).pk], queue.content

    check()
    of_bulk, _ = TICKET_WORDS.selected("dana.reed@client.example")
    assert list(Ticket.objects.filter(pk__in=of_bulk)) == [ticket]
    monkeypatch.setattr(WordsOf, "hits", lambda _self, _wanted: None)  # as where very many texts have the words
    check()


def test_a_row_names_to_whom_the_last_mail_of_the_client_was_copied() -> None:
    staff, ticket, bob = Staff(a_moderator()), a_ticket(), {"name": "Bob", "email": "bob@client.example"}

    def copied() -> Any:
        (row,) = staff.get("/tickets").json()["items"]
        return [(each["name"], each["email"]) for each in row["copied"]]

    assert copied() == []
    writes(ticket, cc=[bob])
    writes(ticket, cc=[{"name": "Eve", "email": "eve@other.example"}], author_email="stranger@other.example")
    assert copied() == [("Bob", "b…@client.example")]  # a stranger's mail adds no recipient
    writes(ticket)
    assert copied() == []


def test_a_row_has_the_last_words_of_the_conversation_and_who_of_the_staff_wrote_them() -> None:
    staff, ticket = Staff(a_moderator()), a_ticket()
    writes(ticket, "  Any\n news? " + "x" * 200)
    (row,) = staff.get("/tickets").json()["items"]
    assert (row["excerpt"].startswith("Any news? xx"), len(row["excerpt"]) <= 160, row["written_by"]) == (
        True,
        True,
        None,
    )
    reply(staff, ticket, "It is on its way.")
    (row,) = staff.get("/tickets").json()["items"]
    assert (row["excerpt"], row["written_by"]) == ("It is on its way.", staff.user and staff.user.pk)


def test_the_lists_are_counted_as_they_are_filtered(staff: Staff) -> None:
    fresh, late, answered, ended, own = (a_ticket() for _ in range(5))
    Task.objects.filter(pk=task_of(late).pk).update(due_at=timezone.now() - timedelta(hours=1))
    reply(staff, answered)
    writes(answered)
    reply(staff, fresh)
    resolve(staff, ended)
    staff.put(f"/tasks/{task_of(own).pk}/lock")
    counts = staff.get("/tickets/counts").json()
    assert counts == {name: len(ids(staff, f"?filter={name}")) for name in counts}
    assert counts == {"all_unresolved": 4, "client_replied": 1, "waiting_on_client": 1, "overdue": 1, "mine": 1}


def test_the_list_and_the_conversation_take_a_constant_number_of_statements(staff: Staff) -> None:
    ticket = a_ticket()
    as_many_for_more_rows(partial(staff.get, f"/tickets/{ticket.pk}"), lambda: writes(ticket))
    for query in ("", "?q=order"):
        as_many_for_more_rows(partial(staff.get, f"/tickets{query}"), lambda: a_ticket(company=a_company()))


def test_a_reply_is_not_sent_to_many_at_once() -> None:
    queues: Any = Staff(a_head_moderator()).get("/bulk/queues").json()
    offered = {queue["queue"]: [outcome["name"] for outcome in queue["outcomes"]] for queue in queues}
    assert offered["tickets"] == ["resolve", "escalate"]
