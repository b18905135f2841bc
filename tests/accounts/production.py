"""The product in a separate process with production settings."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from subprocess import CompletedProcess
from typing import Any

from tests.live import ROOT, child_environment

_READ = """
import json
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str))
"""
# each case in a fork of one process that has imported Django and its backend; it ends as a process of its own
_EACH = """
import json, os, runpy, sys, tempfile
import dj_database_url, django.core.management, django.db.backends.postgresql.base
for command, environment in json.load(sys.stdin):
    written = [tempfile.TemporaryFile() for _ in range(2)]
    if child := os.fork():
        returncode = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for file in written:
            file.seek(0)
        print(json.dumps([returncode, *(file.read().decode() for file in written)]))
    else:
        for place, file in enumerate(written, 1):
            os.dup2(file.fileno(), place)
        os.environ |= environment
        sys.argv = command
        exec(command[1]) if command[0] == "-c" else runpy.run_path(command[0], run_name="__main__")
        break
    sys.stdout.flush()
"""


def each_in_production(cases: Iterable[tuple[Sequence[str], Mapping[str, str]]]) -> list[CompletedProcess[str]]:
    """What `in_production` answers to each command and its environment, in one process."""
    table = list(cases)
    done = in_production("-c", _EACH, written=json.dumps(table))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    return [CompletedProcess(command, *json.loads(line)) for (command, _), line in zip(table, lines, strict=True)]


def in_production(*command: str, written: str = "", **environment: str) -> CompletedProcess[str]:
    """Run Python with DOCKET_ENV=production over the tests' database."""
    known = {**child_environment(), "DOCKET_ENV": "production", "SECRET_KEY": "a-long-random-string-of-this-machine"}
    known.setdefault("MAIL_URL", "none")
    known.setdefault("DATABASE_URL", "postgresql://docket_app@127.0.0.1:5432/docket")
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**known, **environment},
        capture_output=True,
        input=written,
        text=True,
        timeout=300,
        check=False,
    )


@cache
def settings_in_production(**environment: str) -> dict[str, Any]:
    """All of them, by name."""
    done = in_production("-c", _READ, **environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
