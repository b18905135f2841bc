"""The tests' database: made by its owner, used by the application's role, as in production.

No test runs inside one big transaction: the engine's own transactions are what is tested. The owner empties the
tables afterwards; rows that migrations made (reason codes) stay.
"""

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

os.environ["DOCKET_ENV"] = "test"

import pytest
from django.conf import settings
from pytest_django.plugin import DjangoDbBlocker

from tests import effort
from tests.cleaning import empty_tables
from tests.databases import begin_run, end_run, make_database, use_database
from tests.live import running_server

# the tests of these folders have the database, unless they are marked `own_database`
WITH_ROWS = {
    *("accounts", "api", "audit", "blacklist", "commands", "companies", "drills", "groups", "mining", "proof"),
    *("clients", "reviews", "search", "tags", "testimonials", "workflows"),
}

sys.dont_write_bytecode = False  # tests compiled once: two thirds of the time that it takes to find them all


def pytest_configure() -> None:
    # a tenth of the tests' time is the collector's at its own rate: next to nothing here is a cycle
    gc.set_threshold(200_000, 50, 1_000)
    begin_run()


def pytest_unconfigure() -> None:
    end_run()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long begins first, so that a run's workers end at about the same time; drills run in `make drills`.

    Of tests with one id, workers run one alone: raises UsageError for a second.
    """
    drills = [] if effort.DRILLS else [item for item in items if item.get_closest_marker("drill")]
    if drills:
        items[:] = [item for item in items if item not in drills]
        config.hook.pytest_deselected(items=drills)
    ids = Counter(item.nodeid for item in items)
    if repeated := [f"{name} ({times} times)" for name, times in ids.items() if times > 1]:
        raise pytest.UsageError(f"Tests with the same id: {', '.join(repeated)}")
    for item in items:
        item.user_properties += [("rule", number) for rule in item.iter_markers("rule") for number in rule.args]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """What is imported stays: the collector, also of the processes that tests fork, needs to look at it no more."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    # Each worker is a machine of its own, with its own turns. What is said outside a database belongs to it.
    settings.DATA_DIR /= os.environ.get("PYTEST_XDIST_WORKER", "alone")
    settings.ANCHOR_FOLDER = settings.DATA_DIR / "anchors"
    with django_db_blocker.unblock():
        use_database(make_database("rows"))
        yield
        use_database()


@pytest.fixture
def database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Committed rows in a real database, which other processes see as well; emptied afterwards."""
    with django_db_blocker.unblock():
        yield
        empty_tables()


@pytest.fixture(autouse=True)
def _rows(request: pytest.FixtureRequest) -> None:
    folder = request.path.relative_to(Path(__file__).parent / "tests").parts[0]
    if folder in WITH_ROWS and not request.node.get_closest_marker("own_database"):
        request.getfixturevalue("database")


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[str]:
    """The address of the real web server over the tests' database."""
    with running_server() as address:
        yield address
