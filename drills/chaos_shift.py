"""The shift of `make chaos` and `make cluster`: who works meanwhile, what befalls them, what is printed at the end."""

import argparse
import itertools
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from threading import Event

from accounts.keys import create_key
from drills.arrivals import Authors, Clients, Source
from drills.audit import SHOWN, faults, is_quiet, waiting
from drills.audit_testimonials import faults_of_testimonials
from drills.audit_tickets import faults_of_tickets
from drills.killing import Killer
from drills.kinds import kinds
from drills.receivers import Received
from kit.database import AWAY, forget_broken_connections
from tests.deciders import Decider
from tests.deploy.running import Product
from tests.factories import a_head_moderator, a_moderator
from tests.repliers import Replier
from workflows.models import WebhookEndpoint

QUIET_SECONDS = 600  # for what hangs
BETWEEN = 20  # decisions between two kills, so that nobody is killed while idle
AHEAD = 150  # reviews and tickets that wait, so that nobody waits for work
REPLIES = 4  # people who decide, for each who answers tickets; so many decisions, for each reply


@dataclass(frozen=True)
class Shift:
    """People and programs that work at these addresses of one product, each at one of them."""

    source: Source
    clients: Clients
    authors: Authors
    deciders: Sequence[Decider]
    repliers: Sequence[Replier]

    @property
    def decided(self) -> int:
        return sum(len(decider.answers) for decider in self.deciders)

    @property
    def replied(self) -> int:
        return sum(len(replier.replies) for replier in self.repliers)

    def work(self, pool: ThreadPoolExecutor, stop: Event) -> list["Future[None]"]:
        source, clients, authors = self.source, self.clients, self.authors
        return [
            pool.submit(source.send, lambda: len(source.accepted) < self.decided + AHEAD, stop),
            pool.submit(clients.send, lambda: len(clients.tickets) < self.replied + AHEAD, stop),
            pool.submit(authors.send, lambda: len(authors.accepted) * BETWEEN < self.decided + AHEAD, stop),
            *(pool.submit(person.work, stop) for person in (*self.deciders, *self.repliers)),
        ]


# What befalls the product while people work: it gets what to call until more was decided, and gives lines to print.
Harm = Callable[[Callable[[], None]], Iterable[str]]


def run(product: Product, mail: Received, webhooks: Received, given: argparse.Namespace) -> int:
    """The number of faults of `make chaos`, which are printed with the times. Raises what fails in a person's work."""
    address = f"http://127.0.0.1:{product.port}"
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10_000)
    say(f"seed {seed}: {given.decisions} decisions, {given.rounds} kills of each kind and {given.series} in series")
    killer = Killer(product, kinds(address, a_head_moderator()), seed)

    def kill(until_more: Callable[[], None]) -> Iterable[str]:
        killer.kill_each(given.rounds, until_more)
        if given.series:
            killer.kill_in_series(given.series)
        return [*killer.report(), f"{killer.kills} kills"]

    return harmed([address], kill, mail, webhooks, given)


def harmed(addresses: Sequence[str], harm: Harm, mail: Received, webhooks: Received, given: argparse.Namespace) -> int:
    """Let people work at these addresses while the product is harmed; the number of faults."""
    WebhookEndpoint.objects.create(url=f"http://127.0.0.1:{webhooks.port}/events")
    place = itertools.cycle(addresses)
    shift = Shift(
        Source(next(place), create_key("A drill", ["ingest"])[0]),
        Clients(next(place), create_key("Another drill", ["tickets"])[0]),
        Authors(next(place), create_key("A third drill", ["ingest"])[0]),
        [Decider(next(place), a_moderator()) for _ in range(given.people)],
        [Replier(next(place), a_moderator()) for _ in range(-(-given.people // REPLIES))],
    )
    stop = Event()
    with ThreadPoolExecutor(len(shift.deciders) + len(shift.repliers) + 3) as pool:
        work = shift.work(pool, stop)
        try:
            lines = list(harm(lambda: _wait_for_more(shift, work)))
            _wait(lambda: shift.decided >= given.decisions and shift.replied * REPLIES >= given.decisions, work)
        finally:
            stop.set()
    for done in work:
        done.result()
    _wait(is_quiet, ())
    all_faults = chain(
        faults(shift.source, shift.deciders, mail, webhooks),
        faults_of_tickets(shift.clients, shift.repliers, mail),
        faults_of_testimonials(shift.authors),
    )
    found = list(islice(all_faults, 10 * SHOWN))
    done_by_people = f"{shift.decided} decisions, {shift.replied} replies to tickets"
    _report([*lines, f"{done_by_people}, {len(shift.authors.accepted)} testimonials"], mail, webhooks, found)
    return len(found)


def _wait_for_more(shift: Shift, work: Iterable["Future[None]"]) -> None:
    wanted = shift.decided + BETWEEN
    _wait(lambda: shift.decided >= wanted, work)


def _wait(condition: Callable[[], bool], work: Iterable["Future[None]"]) -> None:
    """Wait for the condition; the error of a person whose work failed is raised. Raises TimeoutError."""
    end = time.monotonic() + QUIET_SECONDS
    while not _holds(condition):
        for done in work:
            if done.done() and (error := done.exception()):
                raise error
        if time.monotonic() > end:
            raise TimeoutError(f"the product does not go on within {QUIET_SECONDS} s: {waiting()}")
        time.sleep(0.05)


def _holds(condition: Callable[[], bool]) -> bool:
    try:
        return condition()
    except AWAY:
        forget_broken_connections()
        return False


def _report(lines: Iterable[str], mail: Received, webhooks: Received, found: list[str]) -> None:
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
