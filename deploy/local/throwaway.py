"""Databases for tests: a throwaway one for one run, and one that is kept for `make check`."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.cluster import ROLES
from deploy.local.data_folder import DataFolder, can_reach, database_user, reachable_folder
from deploy.local.layout import BUILD, ROOT
from deploy.local.product import base_environment, digest_of_migrations, start_database
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError

OTHER = "/var/tmp"  # noqa: S108 (our folder in it has a random name, and only we can access it)
KEPT = BUILD / "tests-database"
MADE_BY_TESTS = ROOT / "tests" / "cleaning.py"  # adds its own schema to the template


@contextmanager
def throwaway_folder() -> Iterator[DataFolder]:
    """An empty data folder that the database's user can reach, removed at the end."""
    user = database_user(Path("/nonexistent"))
    places = [place for place in (tempfile.gettempdir(), OTHER) if user is None or can_reach(Path(place) / "x", user)]
    if not places:
        raise SetupError("No temporary folder can be reached by the database's user: set TMPDIR to one that can.")
    path = Path(tempfile.mkdtemp(prefix="docket-", dir=places[0]))
    data = DataFolder(path, user)
    try:
        data.prepare()
        data.hold()
        yield data
    finally:
        data.let_go()
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def throwaway_database(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """An empty database; yields the environment with which commands use it. Its owner may create further databases.

    `durable`: with fsync, as in production, for benchmarks.
    """
    with throwaway_folder() as data, _server(data, durable=durable) as env:
        yield env


@contextmanager
def kept_database() -> Iterator[dict[str, str]]:
    """Like `throwaway_database`, in a folder that is kept, so that the tests' template is made once per state of the
    migrations. Raises SetupError if another command uses it.
    """
    data = reachable_folder(KEPT, database_user(KEPT / "postgres"))
    data.prepare()
    data.hold()
    try:
        template = f"docket_template_{digest_of_migrations(MADE_BY_TESTS, ROLES)[:16]}"
        with _server(data, durable=False) as env:
            yield env | {"DOCKET_TEST_TEMPLATE": template}
    finally:
        data.let_go()


@contextmanager
def _server(data: DataFolder, *, durable: bool) -> Iterator[dict[str, str]]:
    with Supervisor(data.logs) as supervisor:
        yield base_environment(data) | start_database(supervisor, data, durable=durable).urls
