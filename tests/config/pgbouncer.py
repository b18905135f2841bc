"""A real PgBouncer in front of the tests' database: Debian's package, or the program that DOCKET_PGBOUNCER names."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from deploy.local.checks import reserve_port
from tests.live import wait_until

PROGRAM = os.environ.get("DOCKET_PGBOUNCER") or shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
FIRST = (1, 22)  # that is used
ROLES = ("docket_web", "docket_worker", "docket_command")
CONFIGURATION = """[databases]
* = host=127.0.0.1 port={behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
stats_users = {stats}
logfile = {folder}/pgbouncer.log
{more}
"""


@cache
def version() -> tuple[int, int]:
    """(0, 0) without the program."""
    if not PROGRAM:
        return 0, 0
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"PgBouncer (\d+)\.(\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


needs_pgbouncer = pytest.mark.skipif(
    version() < FIRST, reason="PgBouncer 1.22 or later is missing: install pgbouncer, or name it in DOCKET_PGBOUNCER."
)
needs_an_old_pgbouncer = pytest.mark.skipif(
    version() == (0, 0) or version() >= FIRST, reason="No PgBouncer before 1.22 is here: DOCKET_PGBOUNCER may name one."
)


@contextmanager
def pgbouncer(
    behind: int, *, stats: str = ",".join(ROLES), more: str = "max_prepared_statements = 500"
) -> Iterator[int]:
    """Its port. `behind`: the port of the database, or of a gate before it."""
    assert PROGRAM
    password = urlsplit(os.environ["DATABASE_URL"]).password
    with tempfile.TemporaryDirectory(prefix="docket-pgbouncer-") as folder:
        port = reserve_port()
        written = {
            "users.txt": "".join(f'"{role}" "{password}"\n' for role in ROLES),
            "pgbouncer.ini": CONFIGURATION.format(behind=behind, port=port, folder=folder, stats=stats, more=more),
        }
        for name, text in written.items():
            (Path(folder) / name).write_text(text)
        user = "nobody" if os.geteuid() == 0 else None  # it refuses to run as root
        if user:
            number = pwd.getpwnam(user).pw_uid
            for path in (Path(folder), *Path(folder).iterdir()):
                os.chown(path, number, -1)
        process = subprocess.Popen(
            [PROGRAM, "--quiet", f"{folder}/pgbouncer.ini"], user=user, cwd=folder, stdin=subprocess.DEVNULL
        )
        try:
            wait_until(lambda: _listens(port, process), 60)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=60)


def _listens(port: int, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "PgBouncer has ended"
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
