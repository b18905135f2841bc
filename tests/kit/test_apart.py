"""Processes for what others have sent: they end with who started them, and few run at once."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kit.apart import EndedBadlyError, Limits, environment, run_apart
from kit.turns import turn
from tests.live import has_ended, wait_until

LIMITS = Limits(memory=2**30, processor=60, clock=600)


def test_it_gets_none_of_the_secrets_of_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    seen = run_apart(["-c", "import os; print(sorted(os.environ))"], LIMITS).decode()
    assert "PYTHONPATH" in seen
    assert "DATABASE_URL" not in seen


def test_what_it_says_about_its_failure_is_told() -> None:
    with pytest.raises(EndedBadlyError, match="no such luck"):
        run_apart(["-c", "raise SystemExit('no such luck')"], LIMITS)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system ends a process with its parent")
def test_it_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    written = tmp_path / "pid"
    child = (
        "import os, time; from kit.apart import Limits, limit_this_process;"
        f"limit_this_process(Limits(2**30, 60, 600)); open({str(written)!r}, 'w').write(str(os.getpid()));"
        "time.sleep(600)"
    )
    parent = f"from kit.apart import *; run_apart(['-c', {child!r}], Limits(2**30, 60, 600))"
    with subprocess.Popen([sys.executable, "-c", parent], env=environment()) as process:
        wait_until(lambda: written.exists() and written.read_text() != "", 60)
        process.kill()
    wait_until(lambda: has_ended(int(written.read_text())), 60)


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="processors are not shared among sessions here")
def test_it_gives_way_as_a_session_and_as_a_process() -> None:
    child = (
        "import os; from kit.apart import Limits, limit_this_process; limit_this_process(Limits(2**30, 60, 600));"
        "print(os.nice(0), open('/proc/self/autogroup').read())"
    )
    own, _, _, of_session = run_apart(["-c", child], LIMITS).decode().split()
    assert (own, of_session) == ("15", "10")


def test_a_turn_is_of_one_at_a_time_until_its_end(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    for _ in range(2):
        with turn("things", of=2) as first, turn("things", of=2) as second, turn("things", of=2) as third:
            assert (first, second, third) == (True, True, False)
        with turn("others", of=1) as other:
            assert other


def test_a_killed_process_leaves_its_turn(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    program = (
        f"from django.conf import settings; settings.configure(DATA_DIR={str(tmp_path)!r})\n"
        "from kit.turns import turn\n"
        "with turn('things', of=1): print('ours', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"ours\n"
        with turn("things", of=1) as is_ours:
            assert not is_ours
        holder.kill()
    with turn("things", of=1) as is_ours:
        assert is_ours
