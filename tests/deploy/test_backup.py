"""A backup of a running product: a data folder from which a product starts, with all that was committed before."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
import pytest

from deploy.local import backup
from deploy.local.data_folder import DataFolder
from deploy.local.product import start_database
from deploy.local.steps import run_step
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_folder
from tests import effort

WHOLE = "SELECT count(*), coalesce(sum(amount), 0), count(*) FILTER (WHERE digest <> md5(id::text)) FROM transfer"


@dataclass
class Database:
    """A data folder whose database runs."""

    data: DataFolder
    owner: str
    connection: psycopg.Connection[tuple[int, ...]]

    def transfer(self, times: int) -> None:
        """Rows in pairs, whose amounts have the sum 0, in one transaction."""
        rows = "INSERT INTO transfer (amount) SELECT unnest(ARRAY[n, -n]) FROM generate_series(1, %s) AS n"
        self.connection.execute(rows, [times])


@pytest.fixture(scope="module")
def running() -> Iterator[Database]:
    with (
        pytest.MonkeyPatch.context() as process,
        throwaway_folder() as data,
        Supervisor(data.logs) as supervisor,
    ):
        process.delenv("DATABASE_URL", raising=False)
        process.setenv("DOCKET_DATA_DIR", str(data.path))
        urls = start_database(supervisor, data, durable=False).urls
        owner = urls["DATABASE_OWNER_URL"]
        with data.published(urls), psycopg.connect(owner, autocommit=True) as connection:
            connection.execute(
                "CREATE TABLE transfer (id int GENERATED ALWAYS AS IDENTITY, amount int, "
                "digest text GENERATED ALWAYS AS (md5(id::text)) STORED)"
            )
            yield Database(data, owner, connection)


@pytest.fixture
def target(running: Database) -> Iterator[Path]:
    """A new folder's path, which the database's user can reach."""
    with throwaway_folder() as other:
        yield other.path / "backup"


def read_back(folder: Path, user: int | None) -> tuple[int, ...]:
    """Number and sum of the amounts, and the number of damaged rows, in a database that is started from this folder."""
    data = DataFolder(folder, user)
    with Supervisor(data.logs) as supervisor:
        urls = start_database(supervisor, data, durable=False).urls
        with psycopg.connect(urls["DATABASE_OWNER_URL"]) as connection:
            found = connection.execute(WHOLE).fetchone()
            assert found is not None
            return found


def test_what_is_noted_outside_the_database_is_copied_before_it(
    running: Database, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks, copy_database = running.data.path / "anchors" / "2026-01-01.marks", backup._copy_database
    marks.parent.mkdir(exist_ok=True)
    marks.write_text("before\n")

    def copy_and_note(*arguments: Any) -> None:
        marks.write_text("before\nafter\n")
        copy_database(*arguments)

    monkeypatch.setattr(backup, "_copy_database", copy_and_note)
    assert backup.run(str(target)) == 0
    assert (target / "anchors" / marks.name).read_text() == "before\n"


@pytest.mark.rule(19)
def test_a_backup_has_what_was_committed_before_it_while_people_go_on(running: Database, target: Path) -> None:
    stored = running.data.path / "files" / "testimonials" / "a.webm"
    stored.parent.mkdir(parents=True)
    stored.write_bytes(b"moving")
    (running.data.path / "files" / "incoming").mkdir()
    (running.data.path / "files" / "incoming" / "half").write_bytes(b"mov")
    running.transfer(effort.COPIED_PAIRS.size)
    stop = Event()

    def go_on() -> None:
        while not stop.is_set():
            running.transfer(1)

    people = Thread(target=go_on)
    people.start()
    try:
        assert backup.run(str(target)) == 0
    finally:
        stop.set()
        people.join()
    assert (target / "files" / "testimonials" / "a.webm").read_bytes() == b"moving"
    assert json.loads((target / "secrets.json").read_text()) == running.data.secrets()
    assert not any((target / name).exists() for name in ("environment.json", "lock", "files/incoming"))
    rows, total, damaged = read_back(target, running.data.user)
    assert rows >= 2 * effort.COPIED_PAIRS.size
    assert (total, damaged) == (0, 0)


@pytest.mark.rule(19)
def test_a_copy_that_is_damaged_is_no_backup(running: Database, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running.transfer(1)

    def damaging(what: str, command: Sequence[str | Path], **options: Any) -> None:
        run_step(what, command, **options)
        if "pg_basebackup" in what:
            with (options["cwd"] / "global" / "pg_control").open("r+b") as file:
                file.write(b"?")

    monkeypatch.setattr(backup, "run_step", damaging)
    with pytest.raises(SetupError, match="pg_verifybackup"):
        backup.run(str(target))
    assert not target.exists()


def test_nothing_is_written_over_and_no_backup_lies_in_what_it_copies(running: Database, target: Path) -> None:
    target.mkdir()
    for place in (target, running.data.path / "backup", running.data.path):
        with pytest.raises(SetupError, match="choose a new folder"):
            backup.run(str(place))
    assert list(target.iterdir()) == []


def test_a_folder_must_be_named(running: Database) -> None:
    with pytest.raises(SetupError, match="Name a new folder"):
        backup.run("")


def test_without_a_running_product_it_says_what_to_do(
    running: Database, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DataFolder, "environment", tmp_path / "absent")
    with pytest.raises(SetupError, match="a copy of the whole folder is a backup"):
        backup.run(str(target))


def test_a_database_elsewhere_is_backed_up_by_its_own_tools(
    running: Database, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DataFolder, "environment", tmp_path / "environment.json")
    (tmp_path / "environment.json").write_text("{}")
    with pytest.raises(SetupError, match="the tools of its server"):
        backup.run(str(target))
