"""Processes and brokers for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.broker import jobs as _jobs  # noqa: F401  to promise the tests' jobs, which its workers know
from tests.broker.rabbit import Rabbit, a_rabbit, missing
from tests.broker.running import Start, processes


@pytest.fixture
def start(database: None) -> Iterator[Start]:
    with processes() as start:
        yield start


@pytest.fixture(scope="session")
def stopped_rabbit() -> Iterator[Rabbit]:
    if missing():
        pytest.skip(missing())
    with a_rabbit() as rabbit:
        yield rabbit


@pytest.fixture
def rabbit(stopped_rabbit: Rabbit) -> Rabbit:
    """It runs, and holds nothing of an earlier test."""
    if stopped_rabbit.runs:
        stopped_rabbit.empty()
    else:
        stopped_rabbit.start()
    return stopped_rabbit
