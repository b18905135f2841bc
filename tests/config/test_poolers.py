"""Nothing starts in front of a pooler that loses the settings of a connection: one line says so."""

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.accounts.production import each_in_production
from tests.gate import PostgresGate, closing
from tests.live import IMPATIENT

pytestmark = pytest.mark.usefixtures("database")

SERVE = "import sys; sys.argv = ['web', '--port', '1']; from server.__main__ import main; main()"


@pytest.fixture
def pooler() -> Iterator[PostgresGate]:
    connected = connection.settings_dict
    with closing(PostgresGate(connected["HOST"], int(connected["PORT"]))) as pooler:
        yield pooler


@pytest.mark.parametrize("options", ["dropped", "refused"])
def test_no_process_starts_in_front_of_a_pooler(pooler: PostgresGate, options: str) -> None:
    pooler.options = options
    url = urlsplit(os.environ["DATABASE_URL"])
    address = f"postgresql://{url.netloc.rpartition('@')[0]}@127.0.0.1:{pooler.port}{url.path}"
    place = {"DATABASE_URL": address, "DATABASE_OWNER_URL": address}
    place |= IMPATIENT
    commands = (["docket_worker"], ["docket_scheduler"], ["docket_verify_history"], ["migrate", "--database", "owner"])
    cases = [(["platform/manage.py", *command], place) for command in commands]
    for ended in each_in_production([*cases, (["-c", SERVE], place)]):
        (line,) = (line for line in ended.stderr.splitlines() if line.startswith("docket: "))
        assert ended.returncode == 1, ended.args
        assert f"@127.0.0.1:{pooler.port}{url.path}', which is a connection pooler that does not keep" in line
        assert "Traceback" not in ended.stderr
        assert str(url.password) not in line
