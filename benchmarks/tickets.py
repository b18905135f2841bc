"""Rows for tickets: the console's calls for the list, a conversation and a reply, and a program's calls."""

from itertools import count
from random import Random
from typing import Any

from accounts.keys import create_key
from benchmarks.bare_tickets import CONVERSATION, COUNTS, REPLIED, REPLY, UNRESOLVED, BareTickets
from benchmarks.client import Client
from benchmarks.crowd import CLIENTS, Work, Worker
from benchmarks.desk import Desk, forget_connections
from benchmarks.row import HEADERS, Row, bare_read, client_of, getting

API_SHARE = 0.4  # share of the waiting tickets for the API; bare SQL answers the others
SUBJECT = "Our rating has not changed since Monday"
TEXT = "We received four new reviews this week, and all of them are published. When is our rating counted again?"
_LIST = "/tickets?filter={}&q=&cursor="


def _conversation(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)
        return lambda: client.get(f"/tickets/{chance.choice(desk.tickets)}", **HEADERS)

    return worker


def _bare_conversation(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = BareTickets(desk.dsn), Random(number)
        return lambda: client.read(*CONVERSATION, ticket=chance.choice(desk.tickets))

    return worker


def _reply(desk: Desk) -> Worker:
    waiting = desk.take_waiting(API_SHARE)

    def worker(number: int) -> Work:
        client, mine = client_of(desk, number), iter(waiting[number::CLIENTS])

        def work() -> None:
            task, last_message = next(mine)
            client.send("PUT", f"/tasks/{task}/lock")
            form = {"reply": REPLY, "attachments": []}
            client.send("POST", f"/tasks/{task}/decision", {"outcome": "reply", "form": form, "revision": last_message})

        return work

    return worker


def _bare_reply(desk: Desk) -> Worker:
    waiting = desk.take_waiting(1.0)

    def worker(number: int) -> Work:
        client, mine, me = BareTickets(desk.dsn), iter(waiting[number::CLIENTS]), desk.people[number]

        def work() -> None:
            task, _ = next(mine)
            client.claim(task, me)
            client.reply(task, me)

        return work

    return worker


def _arrival(desk: Desk) -> Worker:
    """Each client is a program with its own key, because calls with the same key are counted one after another."""
    keys = [create_key("Benchmark", ["tickets"])[0] for _ in range(CLIENTS)]
    forget_connections()

    def worker(number: int) -> Work:
        client, numbers = Client(desk.port, keys[number]), count()

        def work() -> None:
            client.send("POST", "/ingest/tickets", {"items": [_item(f"{number}-{next(numbers)}")]})

        return work

    return worker


def _item(external_id: str) -> dict[str, Any]:
    return {
        "source": "bench",
        "external_id": external_id,
        "company": None,
        "subject": SUBJECT,
        "client": {"name": "Priya Raman", "email": f"priya.{external_id}@example.com"},
        "messages": [{"external_id": "1", "from": "client", "text": TEXT}],
    }


def _bare_arrival(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, numbers, like = BareTickets(desk.dsn), count(), desk.new_ticket_task

        def work() -> None:
            name = f"bare-{number}-{next(numbers)}"
            values = {"subject": SUBJECT, "name": "Priya Raman", "email": f"{name}@example.com", "text": TEXT}
            client.arrive(like, {**values, "external": name})

        return work

    return worker


_NEEDS = ("companies", "tickets")
ROWS = (
    Row(
        "ticket-list",
        "page of tickets",
        None,
        getting(_LIST.format("all_unresolved"), **HEADERS),
        bare_read(UNRESOLVED),
        _NEEDS,
    ),
    Row(
        *("ticket-filter", "tickets whose client has replied", None),
        *(getting(_LIST.format("client_replied"), **HEADERS), bare_read(REPLIED), _NEEDS),
    ),
    Row("ticket-counts", "counts of tickets", None, getting("/tickets/counts", **HEADERS), bare_read(COUNTS), _NEEDS),
    Row("ticket-open", "conversation of a ticket", None, _conversation, _bare_conversation, _NEEDS),
    Row("ticket-arrival", "arrival of a ticket by API", None, _arrival, _bare_arrival, _NEEDS),
    Row("ticket-reply", "claim + reply to a ticket", None, _reply, _bare_reply, _NEEDS),
)
