"""The desk that is measured: people with sessions, and items to work on."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import connection, connections
from django.db.models import Count, Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.rights import AccessLevel
from accounts.sessions import open_session
from benchmarks.crowd import CLIENTS
from benchmarks.processor import Tree, parent_of
from companies.models import Company
from reviews.models import Review
from tickets.models import Ticket
from workflows.engine.reading.lists.lists import cursor_at
from workflows.models import OPEN, Process, Task
from workflows.queues import TICKETS
from workflows.review_moderation import ReviewModeration
from workflows.ticket_resolution import TicketResolution

ASSIGNED_EACH = 60  # more than a page


@dataclass(slots=True)
class Desk:
    """The people and items for the clients. Each item of `pending` goes to one client: it can be decided once."""

    dsn: str
    port: int
    people: list[int]
    tokens: list[str]
    moderators: list[str]  # the tokens of moderators
    auditor: str  # the token of an administrator
    database: Tree
    open_tasks: list[int]
    pending: list[int]
    of_large_company: list[int]  # open items of the company with the most reviews
    processes: list[int]
    reviews: list[int]
    companies: list[int]
    deep_cursor: str
    tickets: list[int]
    # the task and the last message of tickets that wait for an answer
    waiting_tickets: list[tuple[int, int]]
    new_ticket_task: int

    def take_pending(self, share: float) -> list[int]:
        """Take this share of the remaining pending items."""
        return self._take(int(len(self.pending) * share))

    def take_some_pending(self, number: int) -> list[int]:
        """Take at most `number` pending items."""
        return self._take(number)

    def take_one_pending_each(self) -> list[int]:
        """Take one pending item for each client."""
        return self._take(CLIENTS)

    def take_waiting(self, share: float) -> list[tuple[int, int]]:
        """Take this share of the remaining tickets that wait for an answer."""
        number = int(len(self.waiting_tickets) * share)
        taken, self.waiting_tickets = self.waiting_tickets[:number], self.waiting_tickets[number:]
        return taken

    def _take(self, number: int) -> list[int]:
        taken, self.pending = self.pending[:number], self.pending[number:]
        return taken


def open_desk(port: int) -> Desk:
    """Collect the people and the items of the loaded desk."""
    # head moderators see every queue
    people = [_account(f"client{number}", AccessLevel.HEAD_MODERATOR) for number in range(CLIENTS)]
    tokens = [open_session(person, address="127.0.0.1") for person in people]
    moderators = [_account(f"moderator{number}", AccessLevel.MODERATOR) for number in range(CLIENTS)]
    _assign(people)
    waiting = Task.objects.filter(status__in=OPEN).exclude(queue="")
    # clients send decisions with revision 1
    as_received = Review.objects.filter(revision=1).values("pk")
    pending = waiting.filter(queue="pending", assignee=None, owner=None, process__subject_id__in=as_received)
    desk = Desk(
        dsn=os.environ["DATABASE_URL"],
        port=port,
        people=[person.pk for person in people],
        tokens=tokens,
        moderators=[open_session(person, address="127.0.0.1") for person in moderators],
        auditor=open_session(_account("auditor", AccessLevel.ADMIN), address="127.0.0.1"),
        database=Tree(_postmaster()),
        open_tasks=_shuffled(waiting),
        pending=_shuffled(pending),
        of_large_company=_shuffled(waiting.filter(process__flow_class=ReviewModeration, company_id=_largest())),
        processes=_shuffled(Process.objects.filter(flow_class=ReviewModeration)),
        reviews=_shuffled(Review.objects.all()),
        companies=_shuffled(Company.objects.filter(Exists(Review.objects.filter(company=OuterRef("pk"))))),
        deep_cursor=_cursor_within(waiting.filter(queue="pending")),
        tickets=_shuffled(Ticket.objects.all()),
        waiting_tickets=_waiting_tickets(),
        new_ticket_task=_new_ticket_task(),
    )
    forget_connections()
    return desk


def forget_connections() -> None:
    """Close connections before clients are forked, because processes cannot share connections."""
    for connected in connections.all():
        opened: Any = connected
        opened.close()
        opened.close_pool()


def _account(name: str, level: AccessLevel) -> User:
    """The account with this name; created without a password if it does not exist."""
    email = f"{name}@docket.test"
    known = User.objects.filter(email=email).first()
    return known or User.objects.create_account(email, None, first_name=name, last_name="Bench", level=level)


def _assign(people: Iterable[User]) -> None:
    """Assign more than a page of items to everybody, so that their lists are not empty."""
    for person in people:
        free = Task.objects.filter(queue="backlog", status__in=OPEN, assignee=None).order_by("pk")
        Task.objects.filter(pk__in=list(free.values_list("pk", flat=True)[:ASSIGNED_EACH])).update(assignee=person)


def _shuffled(rows: QuerySet[Any]) -> list[int]:
    found = list(rows.order_by("pk").values_list("pk", flat=True))
    Random(1).shuffle(found)
    return found


def _largest() -> int:
    of_all = Review.objects.values("company").annotate(reviews=Count("pk")).order_by("-reviews", "company")
    return int(of_all.values_list("company", flat=True)[0])


def _waiting_tickets() -> list[tuple[int, int]]:
    tasks = Task.objects.filter(queue=TICKETS.name, status__in=OPEN, owner=None).order_by("pk")
    about = dict(tasks.values_list("pk", "process__subject_id"))
    last = dict(Ticket.objects.filter(pk__in=about.values()).values_list("pk", "last_message_id"))
    found = [(task, last[ticket]) for task, ticket in about.items()]
    Random(1).shuffle(found)
    return found


def _new_ticket_task() -> int:
    """The id of the task of an unanswered ticket; 0 if there are no tickets."""
    tasks = Task.objects.filter(queue=TICKETS.name, status="NEW", flow_task=TicketResolution.new)
    return tasks.values_list("pk", flat=True).first() or 0


def _cursor_within(tasks: QuerySet[Task]) -> str:
    """The cursor of a page in the middle of a list."""
    ordered = tasks.order_by("priority", "rank_at", "id")
    middle = ordered[ordered.count() // 2]
    return cursor_at((middle.priority, middle.rank_at, middle.pk), "pending")


def _postmaster() -> int:
    """The process id of the postmaster: the parent of our connection's server process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return parent_of(int(cursor.fetchone()[0]))
