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
from string import Template
from urllib.parse import urlsplit

import pytest

from deploy.local.checks import reserve_port
from deploy.local.child import spawn
from deploy.local.layout import ROOT
from tests.deploy.running import wait_for

PROGRAM = os.environ.get("DOCKET_PGBOUNCER") or shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
FIRST = (1, 22)  # that is used
ROLES = ("docket_web", "docket_worker", "docket_command")
CONFIGURATION = Template((ROOT / "deploy/cluster/pgbouncer.ini").read_text())
OF_TESTS = """
default_pool_size = 4
stats_users = {stats}
server_tls_sslmode = prefer
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
def pgbouncer(behind: int, *, stats: str = ",".join(ROLES), more: str = "") -> Iterator[int]:
    """Its port. `behind`: the port of the database, or of a gate before it."""
    password = urlsplit(os.environ["DATABASE_URL"]).password
    with running_pgbouncer(behind, str(password), more=OF_TESTS.format(stats=stats, more=more)) as port:
        yield port


@contextmanager
def running_pgbouncer(behind: int, password: str, *, certificate: bytes = b"", more: str = "") -> Iterator[int]:
    """As deploy/cluster/pgbouncer.ini has it; `more`: lines after its own. Its port."""
    assert PROGRAM
    with tempfile.TemporaryDirectory(prefix="docket-pgbouncer-") as folder:
        port = reserve_port()
        place = {"DATABASE_HOST": "127.0.0.1", "DATABASE_PORT": str(behind)}
        place |= {"PGBOUNCER_HOST": "127.0.0.1", "PGBOUNCER_PORT": str(port)}
        place |= {"FOLDER": folder, "CERTIFICATE": f"{folder}/ca.crt" if certificate else ""}
        written = {
            "users.txt": "".join(f'"{role}" "{password}"\n' for role in ROLES),
            "pgbouncer.ini": CONFIGURATION.substitute(place) + more,
            "ca.crt": certificate.decode(),
        }
        for name, text in written.items():
            (Path(folder) / name).write_text(text)
        user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None  # it refuses to run as root
        for path in (Path(folder), *Path(folder).iterdir()):
            os.chown(path, -1 if user is None else user, -1)
        command = [PROGRAM, "--quiet", f"{folder}/pgbouncer.ini"]
        process = spawn(command, env=os.environ, output=subprocess.DEVNULL, user=user, cwd=Path(folder))
        try:
            wait_for("PgBouncer", lambda: listens(port, process))
            yield port
        finally:
            process.kill()  # by SIGTERM it would wait for its clients
            process.wait()


def listens(port: int, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, f"{process.args!r} has ended"
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
