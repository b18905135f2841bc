"""Measures incoming mails, each a new ticket, one after another, and bare statements that store as many tickets.

This process calls the function that every source of mail calls. Besides the database, it writes one file per mail.
"""

import time
from collections.abc import Callable
from email.message import EmailMessage
from itertools import count

from benchmarks.bare_tickets import BareTickets
from benchmarks.crowd import Measured
from benchmarks.desk import Desk, forget_connections
from benchmarks.processor import Tree
from benchmarks.report import Pair
from benchmarks.tickets import SUBJECT, TEXT
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result

NAME = "Priya Raman"


class MailRefusedError(Exception):
    """A mail did not become a ticket. The message is the actual result."""


def measure_mails(mails: int, desk: Desk) -> Pair:
    """Measure this number of mails. Raises MailRefusedError."""
    client, like = BareTickets(desk.dsn), desk.new_ticket_task
    come = [_mail(number) for number in range(mails)]
    numbers = count()

    def arrive() -> None:
        address = f"bare-mail-{next(numbers)}"
        values = {"subject": SUBJECT, "name": NAME, "email": f"{address}@example.com", "text": TEXT}
        client.arrive(like, {**values, "external": address})

    taken = _measure(mails, lambda: _take(come.pop()), desk.database)
    forget_connections()
    return Pair(taken, _measure(mails, arrive, desk.database))


def _take(raw: bytes) -> None:
    result = ingest_mail(raw)
    if result is not Result.TICKET:
        raise MailRefusedError(str(result))


def _mail(number: int) -> bytes:
    mail = EmailMessage()
    mail["From"] = f"{NAME} <mail-{number}@example.com>"
    mail["To"] = "desk@docket.example"
    mail["Message-ID"] = f"<{number}@bench.example>"
    mail["Date"] = "Mon, 02 Nov 2026 10:00:00 +0000"
    mail["Subject"] = SUBJECT
    mail.set_content(TEXT)
    return bytes(mail)


def _measure(calls: int, work: Callable[[], None], database: Tree) -> Measured:
    own, before, began = time.process_time(), database.milliseconds(), time.monotonic()
    for _ in range(calls):
        work()
    took = time.monotonic() - began
    spent = ((time.process_time() - own) * 1_000, database.milliseconds() - before)
    return Measured(calls, calls / took, (spent[0] / calls, spent[1] / calls))
