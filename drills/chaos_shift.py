"""The shift of `make chaos` and `make cluster`: who works meanwhile, what befalls them, what is printed at the end."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, islice
from threading import Event
from typing import TypeVar

from django.db import connections

from accounts.keys import create_key
from drills.arrivals import Authors, Clients, Sender, Source
from drills.audit import SHOWN, Fault, faults, is_quiet, waiting
from drills.audit_testimonials import faults_of_testimonials
from drills.audit_tickets import faults_of_tickets
from drills.killing import Killer
from drills.kinds import kinds
from drills.receivers import Received
from kit.database import AWAY, forget_broken_connections
from tests.deciders import Decider
from tests.deploy.running import Product
from tests.factories import a_head_moderator, a_moderator
from tests.insistent import Insistent
from tests.repliers import Replier
from workflows.models import WebhookEndpoint

T = TypeVar("T")
QUIET_SECONDS = 600  # for what hangs
BETWEEN = 20  # decisions between two kills, so that nobody is killed while idle
AHEAD = 150  # reviews and tickets that wait, so that nobody waits for work
REPLIES = 4  # people who decide, for each who answers tickets; so many decisions, for each reply


@dataclass(frozen=True)
class Shift:
    """People and programs that work at the address of one product; `guests`: who worked there for a while."""

    source: Source
    clients: Clients
    authors: Authors
    deciders: Sequence[Decider]
    repliers: Sequence[Replier]
    guests: list[Decider] = field(default_factory=list)

    @property
    def decided(self) -> int:
        return sum(len(decider.answers) for decider in self.deciders)

    @property
    def replied(self) -> int:
        return sum(len(replier.replies) for replier in self.repliers)

    def during(self, harm: "Harm[T]", decisions: int = 0) -> T:
        """What the harm gives: all work, at least until so many decisions, and then until the product is quiet."""
        stop = Event()
        with ThreadPoolExecutor(len(self.deciders) + len(self.repliers) + 3) as pool:
            work = self._work(pool, stop)
            try:
                given = harm(lambda: self._wait_for_more(work))
                _wait(lambda: self.decided >= decisions and self.replied * REPLIES >= decisions, work)
            finally:
                stop.set()
        for done in work:
            done.result()
        self.end()
        return given

    def end(self) -> None:
        """Wait until the product has done all that follows from the work."""
        _wait(is_quiet, ())

    def faults(self, mail: Received, webhooks: Received) -> list[Fault]:
        connections.close_all()  # to a database that is another one since a failover
        found = chain(
            faults(self.source, [*self.deciders, *self.guests], mail, webhooks),
            faults_of_tickets(self.clients, self.repliers, mail),
            faults_of_testimonials(self.authors),
        )
        return list(islice(found, 10 * SHOWN))

    def refused_since(self, moment: float) -> list[float]:
        """When calls were refused after this moment."""
        callers: list[Sender | Insistent] = [self.source, self.clients, self.authors, *self.deciders, *self.repliers]
        return sorted(when for caller in callers for when in caller.refused if when >= moment)

    def done(self) -> str:
        people = f"{self.decided} decisions, {self.replied} replies to tickets"
        return f"{people}, {len(self.authors.accepted)} testimonials"

    def _work(self, pool: ThreadPoolExecutor, stop: Event) -> list["Future[None]"]:
        source, clients, authors = self.source, self.clients, self.authors
        return [
            pool.submit(source.send, lambda: len(source.accepted) < self.decided + AHEAD, stop),
            pool.submit(clients.send, lambda: len(clients.tickets) < self.replied + AHEAD, stop),
            pool.submit(authors.send, lambda: len(authors.accepted) * BETWEEN < self.decided + AHEAD, stop),
            *(pool.submit(person.work, stop) for person in (*self.deciders, *self.repliers)),
        ]

    def _wait_for_more(self, work: Iterable["Future[None]"]) -> None:
        wanted = self.decided + BETWEEN
        _wait(lambda: self.decided >= wanted, work)


# What befalls the product while people work: it gets what to call until more was decided.
Harm = Callable[[Callable[[], None]], T]


def run(product: Product, mail: Received, webhooks: Received, given: argparse.Namespace) -> int:
    """The number of faults of `make chaos`, which are printed with the times. Raises what fails in a person's work."""
    address = f"http://127.0.0.1:{product.port}"
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10_000)
    say(f"seed {seed}: {given.decisions} decisions, {given.rounds} kills of each kind and {given.series} in series")
    killer = Killer(product, kinds(address, a_head_moderator()), seed)

    def kill(until_more: Callable[[], None]) -> list[str]:
        killer.kill_each(given.rounds, until_more)
        if given.series:
            killer.kill_in_series(given.series)
        return [*killer.report(), f"{killer.kills} kills"]

    shift = a_shift(address, given.people, webhooks)
    lines = shift.during(kill, given.decisions)
    found = shift.faults(mail, webhooks)
    report([*lines, shift.done()], mail, webhooks, found)
    return len(found)


def a_shift(address: str, people: int, webhooks: Received) -> Shift:
    """The receiver of webhooks is told to the product as well."""
    WebhookEndpoint.objects.create(url=f"http://127.0.0.1:{webhooks.port}/events")
    return Shift(
        Source(address, create_key("A drill", ["ingest"])[0]),
        Clients(address, create_key("Another drill", ["tickets"])[0]),
        Authors(address, create_key("A third drill", ["ingest"])[0]),
        [Decider(address, a_moderator()) for _ in range(people)],
        [Replier(address, a_moderator()) for _ in range(-(-people // REPLIES))],
    )


def _wait(condition: Callable[[], bool], work: Iterable["Future[None]"]) -> None:
    """Wait for the condition; the error of a person whose work failed is raised. Raises TimeoutError."""
    end = time.monotonic() + QUIET_SECONDS
    while not holds(condition):
        for done in work:
            if done.done() and (error := done.exception()):
                raise error
        if time.monotonic() > end:
            raise TimeoutError(f"the product does not go on within {QUIET_SECONDS} s: {waiting()}")
        time.sleep(0.05)


def holds(condition: Callable[[], bool]) -> bool:
    try:
        return condition()
    except AWAY:
        forget_broken_connections()
        return False


def report(lines: Iterable[str], mail: Received, webhooks: Received, found: Sequence[Fault]) -> None:
    for line in lines:
        print(line)
    again = webhooks.times.total() - len(webhooks.times)
    print(f"{len(mail.times)} mails, {len(webhooks.times)} events")
    print(f"{again} events came again under the same id, as the feed allows")
    for fault in found[:SHOWN]:
        print(f"  {fault}")
    print(f"{len(found)} faults", flush=True)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
