"""One shift of `make shift`: people in processes of their own, and what their calls and the product's CPU were."""

import multiprocessing
import threading
import time
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from accounts.rights import AccessLevel
from accounts.sessions import open_session
from benchmarks.desk import forget_connections
from benchmarks.loading import load as load_desk
from benchmarks.processor import Tree
from drills.people import Call, Person
from drills.shift_figures import table
from tests.deploy.running import Product

PROCESSES = 4  # a single process would be the bottleneck
PARTS = {"web": "web", "database": "postgres", "worker": "worker", "scheduler": "scheduler"}

_fork = multiprocessing.get_context("fork")


def load(reviews: int) -> float:
    """Make open reviews. Returns seconds."""
    began = time.monotonic()
    load_desk(reviews, 0, lambda _size: None)
    return time.monotonic() - began


def people_of(number: int) -> list[str]:
    """Sign in this many moderators; their tokens."""
    tokens = []
    for place in range(number):
        email = f"shift{place}@docket.test"
        person = User.objects.create_account(
            email, None, first_name="Shift", last_name=str(place), level=AccessLevel.MODERATOR
        )
        tokens.append(open_session(person, address="127.0.0.1"))
    forget_connections()
    return tokens


def shift(product: Product, tokens: Sequence[str], seconds: float) -> str:
    """Let these people work for so long. Returns the table of their calls."""
    trees = {title: Tree(product.pid(name) or 0) for title, name in PARTS.items()}
    before = {title: tree.milliseconds() for title, tree in trees.items()}
    began = time.monotonic()
    calls = work(product.port, tokens, began + seconds)
    took = time.monotonic() - began
    cores = {title: (tree.milliseconds() - before[title]) / 1_000 / took for title, tree in trees.items()}
    return table(len(tokens), calls, took, cores)


def work(port: int, tokens: Sequence[str], until: float) -> list[Call]:
    """Let these people work until then, by the monotonic clock. Returns their calls."""
    answers = _fork.SimpleQueue()
    crowds = [
        _fork.Process(target=_crowd, args=(port, tokens[first::PROCESSES], first, until, answers), daemon=True)
        for first in range(PROCESSES)
    ]
    for crowd in crowds:
        crowd.start()
    calls = [call for _ in crowds for call in answers.get()]
    for crowd in crowds:
        crowd.join()
    return calls


def _crowd(port: int, tokens: Sequence[str], first: int, until: float, answers: Any) -> None:
    people = [Person(port, token, first + PROCESSES * place + 1) for place, token in enumerate(tokens)]
    threads = [threading.Thread(target=act, args=(until,)) for person in people for act in (person.poll, person.work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put([call for person in people for call in person.calls])
