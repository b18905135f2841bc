"""A data folder and a database that live as long as a test run."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.data_folder import DataFolder, can_reach, database_user
from deploy.local.product import base_environment, start_database
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError

OTHER = "/var/tmp"  # noqa: S108 (the folder in it gets a random name, and is ours alone)


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
    """An empty database, and the environment that a command needs to use it. Its owner may create others.

    `durable`: as in production, for what is measured.
    """
    with throwaway_folder() as data, Supervisor(data.logs) as supervisor:
        yield base_environment(data) | start_database(supervisor, data, durable=durable).urls
