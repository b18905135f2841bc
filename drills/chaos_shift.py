"""The shift of `make chaos`: who works meanwhile, when processes are killed, and what is printed at the end."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
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


def run(product: Product, mail: Received, webhooks: Received, given: argparse.Namespace) -> int:
    """The number of faults, which are printed with the times. Raises what fails in a person's work."""
    address = f"http://127.0.0.1:{product.port}"
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10_000)
    _say(f"seed {seed}: {given.decisions} decisions, {given.rounds} kills of each kind and {given.series} in series")
    WebhookEndpoint.objects.create(url=f"http://127.0.0.1:{webhooks.port}/events")
    source = Source(address, create_key("A drill", ["ingest"])[0])
    clients = Clients(address, create_key("Another drill", ["tickets"])[0])
    authors = Authors(address, create_key("A third drill", ["ingest"])[0])
    deciders = [Decider(address, a_moderator()) for _ in range(given.people)]
    repliers = [Replier(address, a_moderator()) for _ in range(-(-given.people // REPLIES))]
    killer = Killer(product, kinds(address, a_head_moderator()), seed)
    stop = Event()

    def decided() -> int:
        return sum(len(decider.answers) for decider in deciders)

    def replied() -> int:
        return sum(len(replier.replies) for replier in repliers)

    with ThreadPoolExecutor(len(deciders) + len(repliers) + 3) as pool:
        work = [pool.submit(source.send, lambda: len(source.accepted) < decided() + AHEAD, stop)]
        work += [pool.submit(clients.send, lambda: len(clients.tickets) < replied() + AHEAD, stop)]
        work += [pool.submit(authors.send, lambda: len(authors.accepted) * BETWEEN < decided() + AHEAD, stop)]
        work += [pool.submit(person.work, stop) for person in (*deciders, *repliers)]
        try:
            killer.kill_each(given.rounds, lambda: _wait_for_more(decided, work))
            if given.series:
                killer.kill_in_series(given.series)
            _wait(lambda: decided() >= given.decisions and replied() * REPLIES >= given.decisions, work)
        finally:
            stop.set()
    for done in work:
        done.result()
    _wait(is_quiet, ())
    all_faults = chain(
        faults(source, deciders, mail, webhooks),
        faults_of_tickets(clients, repliers, mail),
        faults_of_testimonials(authors),
    )
    found = list(islice(all_faults, 10 * SHOWN))
    done_by_people = f"{decided()} decisions, {replied()} replies to tickets, {len(authors.accepted)} testimonials"
    _report(killer, done_by_people, mail, webhooks, found)
    return len(found)


def _wait_for_more(decided: Callable[[], int], work: Iterable["Future[None]"]) -> None:
    wanted = decided() + BETWEEN
    _wait(lambda: decided() >= wanted, work)


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


def _report(killer: Killer, done: str, mail: Received, webhooks: Received, found: list[str]) -> None:
    for line in killer.report():
        print(line)
    again = webhooks.times.total() - len(webhooks.times)
    print(f"{killer.kills} kills, {done}, {len(mail.times)} mails, {len(webhooks.times)} events")
    print(f"{again} events came again under the same id, as the feed allows")
    for fault in found[:SHOWN]:
        print(f"  {fault}")
    print(f"{len(found)} faults", flush=True)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
