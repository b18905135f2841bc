"""Two hosts that start at once on an empty database, and the step over the release before the present migrations."""

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from commands.management.commands.migrate import TRY_LOCK
from tests.databases import as_owner, make_database, use_database
from tests.live import ROOT, child_environment, wait_until

pytestmark = pytest.mark.own_database

HANGS = 300
URLS = ("DATABASE_URL", "DATABASE_OWNER_URL")
# the last migrations of the release before, by which its databases are known
LAST = {
    ("accounts", "0013_knows_outcomes"),
    ("api", "0001_initial"),
    ("audit", "0016_seals"),
    ("banned_words", "0008_endings"),
    ("blacklist", "0002_legacy_entries"),
    ("companies", "0006_names_in_any_case"),
    ("groups", "0005_names_in_any_case"),
    ("restrictions", "0001_initial"),
    ("reviews", "0014_not_sent"),
    ("search", "0006_words_of_names"),
    ("search", "0007_stretches"),
    ("tags", "0006_figures_of_members"),
    ("testimonials", "0004_examination"),
    ("tickets", "0010_held_messages"),
    ("workflows", "0040_clocks_behind_harm"),
    ("workflows", "0041_answers_of_batches"),
}
_WAITING = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND query = %s AND pid <> pg_backend_pid()"""


def test_what_is_built_beside_the_work_of_others_waits_for_it_as_long_as_it_takes() -> None:
    loader = MigrationLoader(None)
    beside = [each for each in loader.disk_migrations.values() if "concurrently" in source(each).lower()]
    assert beside
    for migration in beside:
        first, last = migration.operations[0], migration.operations[-1]
        assert [getattr(each, "sql", "") for each in (first, last)] == ["SET lock_timeout = 0", "RESET lock_timeout"]


def source(migration: Migration) -> str:
    return inspect.getsource(sys.modules[type(migration).__module__])


@pytest.fixture
def empty(database: None) -> Iterator[dict[str, str]]:
    """The addresses of a database without a table."""
    name = f"docket_empty_{os.getpid()}"
    as_owner(f"CREATE DATABASE {name}")
    yield {variable: urlsplit(os.environ[variable])._replace(path=f"/{name}").geturl() for variable in URLS}
    as_owner(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def migrate(empty: dict[str, str]) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a process that migrates that database."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "platform/manage.py", "migrate", "--database", "owner"]
        environment, pipe = {**child_environment(), **empty}, subprocess.PIPE
        started.append(
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        )
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.communicate()


def test_of_two_that_migrate_at_once_one_does_and_both_end_well(
    empty: dict[str, str], migrate: Callable[[], subprocess.Popen[str]]
) -> None:
    with psycopg.connect(empty["DATABASE_OWNER_URL"], autocommit=True) as first:
        assert first.execute(TRY_LOCK).fetchone() == (True,)
        both = [migrate(), migrate()]

        def waiting() -> int:
            ((number,),) = first.execute(_WAITING, [TRY_LOCK]).fetchall()
            return int(number)

        # both have begun before either goes on
        wait_until(lambda: waiting() == len(both) or any(each.poll() is not None for each in both), HANGS)
        assert first.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,)
    said = [each.communicate(timeout=HANGS)[0] for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert sorted("No migrations to apply" in each for each in said) == [False, True]


def test_a_database_of_the_release_before_counts_as_migrated_and_an_older_one_is_refused(
    database: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has the last migrations of each app from before they became one, and those that came before them."""
    usual = str(connections["owner"].settings_dict["NAME"])
    use_database(make_database("before"))
    try:
        recorder = MigrationRecorder(connections["owner"])
        ours = {key: each.replaces for key, each in MigrationLoader(None).disk_migrations.items() if each.replaces}
        for app, name in ours:
            recorder.record_unapplied(app, name)
        recorder.record_applied("workflows", "0002_history")
        assert {last for replaced in ours.values() for last in replaced} == LAST <= recorder.applied_migrations().keys()
        last = "0041_answers_of_batches"
        recorder.record_unapplied("workflows", last)
        older = recorder.applied_migrations().keys()
        with pytest.raises(
            SystemExit, match=f"docket: .*lacks workflows.{last}. Start the last release .* on it first"
        ):
            call_command("migrate", database="owner", verbosity=0)
        assert recorder.applied_migrations().keys() == older
        recorder.record_applied("workflows", last)
        call_command("migrate", database="owner")
        assert "No migrations to apply" in capsys.readouterr().out
        assert recorder.applied_migrations().keys() == {*older, ("workflows", last), *ours}
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    finally:
        use_database(usual)
