"""Processes and brokers for the tests of this folder."""

from collections.abc import Iterator

import pytest

from deploy.local.broker import find_broker
from drills.receivers import Received, mail_server
from tests.commands.worker import jobs as _jobs  # noqa: F401  to enqueue the tests' jobs, which its workers know
from tests.commands.worker.rabbit import Rabbit, a_rabbit
from tests.commands.worker.running import Start, processes


@pytest.fixture
def start(database: None) -> Iterator[Start]:
    with processes() as start:
        yield start


@pytest.fixture
def mail() -> Iterator[Received]:
    with mail_server() as received:
        yield received


@pytest.fixture(scope="session")
def the_rabbit() -> Iterator[Rabbit]:
    script = find_broker()
    if script is None:
        pytest.skip("RabbitMQ is missing: install rabbitmq-server.")
    with a_rabbit(script) as rabbit:
        yield rabbit


@pytest.fixture
def rabbit(the_rabbit: Rabbit) -> Rabbit:
    """A broker that holds nothing of an earlier test."""
    if not the_rabbit.runs:
        the_rabbit.start()
    the_rabbit.empty()
    return the_rabbit


@pytest.fixture
def absent_rabbit(the_rabbit: Rabbit) -> Rabbit:
    """A broker that does not run yet, and holds nothing."""
    the_rabbit.kill()
    the_rabbit.wipe()
    return the_rabbit
