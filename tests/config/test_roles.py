"""Each kind of process connects as its role, which brings the settings (deploy/roles.sql); without them none starts."""

import os

import psycopg
import pytest

from tests.accounts.production import each_in_production, in_production
from tests.config.test_poolers import SERVE
from tests.live import IMPATIENT

pytestmark = pytest.mark.usefixtures("database")

NAMES = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "plan_cache_mode")
ASK = f"""
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT session_user")
    found = cursor.fetchone()
    for name in {NAMES}:
        cursor.execute(f"SHOW {{name}}")
        found += cursor.fetchone()
print(*found)
"""
OF_THE_ROLE = {"DOCKET_LOCK_TIMEOUT_MS": ""}  # unlike other tests


def begun(kind: str) -> str:
    first = "import config.wsgi" if kind == "web" else f"import sys; sys.argv = ['manage.py', {kind!r}]"
    return f"{first}\nimport django\ndjango.setup()\n{ASK}"


def test_each_kind_of_process_has_the_settings_of_its_role() -> None:
    kinds = {
        "web": "docket_web 2s 30s 1min force_generic_plan",
        "docket_worker": "docket_worker 2s 0 0 force_generic_plan",
        "docket_scheduler": "docket_worker 2s 0 0 force_generic_plan",
        "docket_verify": "docket_command 2s 0 0 force_generic_plan",
    }
    ended = each_in_production((["-c", begun(kind)], OF_THE_ROLE) for kind in kinds)
    assert [each.stdout.strip() for each in ended] == list(kinds.values()), [each.stderr for each in ended]


def test_one_process_may_wait_longer_for_locks_than_its_role() -> None:
    told = in_production("-c", begun("web"), DOCKET_LOCK_TIMEOUT_MS="7000")
    assert told.stdout.split()[:2] == ["docket_web", "7s"], told.stderr


def test_no_process_starts_as_a_role_without_the_settings() -> None:
    """The owner is one."""
    place = {"DATABASE_URL": os.environ["DATABASE_OWNER_URL"], **OF_THE_ROLE, **IMPATIENT}
    commands = ("docket_worker", "docket_scheduler", "docket_check")
    cases = [(["platform/manage.py", command], place) for command in commands]
    for ended in each_in_production([*cases, (["-c", SERVE], place)]):
        limits = ", statement_timeout, idle_in_transaction_session_timeout" if ended.args[0] == "-c" else ""
        lacking = f"lock_timeout, client_connection_check_interval, plan_cache_mode{limits}"
        (line,) = (line for line in ended.stderr.splitlines() if line.startswith("docket: "))
        assert ended.returncode == 1, ended.args
        assert f", and its role docket_owner has no {lacking}: run deploy/roles.sql." in line
        assert "Traceback" not in ended.stderr


def test_setup_and_check_look_at_the_roles_of_all_processes() -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], user="docket_web", autocommit=True) as web:
        role = f"ALTER ROLE docket_web IN DATABASE {web.info.dbname}"
        web.execute(f"{role} SET statement_timeout = 0")
        try:
            commands = [["platform/manage.py", command] for command in ("docket_setup", "docket_check")]
            for ended in each_in_production((command, OF_THE_ROLE) for command in commands):
                said = " ".join((ended.stdout + ended.stderr).split())
                assert "its role docket_web has no statement_timeout: run deploy/roles.sql" in said, ended.args
                assert ended.returncode == 1
        finally:
            web.execute(f"{role} RESET statement_timeout")


def test_a_role_that_the_server_does_not_know_is_named_with_what_makes_it() -> None:
    address = os.environ["DATABASE_URL"].replace("docket_app", "docket_nobody")
    ended = in_production("platform/manage.py", "docket_worker", DATABASE_URL=address, **IMPATIENT)
    assert ended.returncode == 1
    assert 'user "docket_nobody"): correct its password, or run deploy/roles.sql.' in ended.stderr
