"""The supervisor's rules: how long an ended program waits for its next start, and what ends with a killed leader."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.local import supervisor as module
from deploy.local.layout import ROOT
from deploy.local.leftovers import all_processes, environment_of
from deploy.local.product import Address, web
from deploy.local.supervisor import INSTALLED_SECONDS, STEADY_SECONDS, Program, Supervisor
from tests.deploy.running import wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to list processes")

NAME = "program"
LONGER_THAN_THE_TEST = 600


class Clock:
    """The supervisor's time, which passes when a test says so."""

    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    with Supervisor(tmp_path / "logs") as supervisor:
        yield supervisor


def a_program(script: str, folder: Path | None = None, files: Sequence[Path] = (), **env: str) -> Program:
    return Program(NAME, ["/bin/sh", "-c", script], {"PATH": os.environ["PATH"], **env}, folder=folder, files=files)


def wait_for_failure(supervisor: Supervisor, number: int) -> None:
    def has_failed() -> bool:
        supervisor.tick(seconds=0)
        return supervisor.failures(NAME) == number

    wait_for(f"failure {number}", has_failed)


def test_the_first_start_again_is_at_once_and_the_longest_wait_a_second(supervisor: Supervisor, clock: Clock) -> None:
    supervisor.start(a_program("exit 1"))
    waits = []
    for number in range(1, 9):
        wait_for_failure(supervisor, number)
        waits.append(round(supervisor.seconds_until_start(NAME), 2))
        clock.now += waits[-1] + 0.001
    assert waits == [0.05, 0.2, 0.5, 1, 1, 1, 1, 1]


def test_a_program_that_ran_for_a_while_starts_again_at_once(supervisor: Supervisor, clock: Clock) -> None:
    supervisor.start(a_program("exit 1"))
    for number in (1, 2, 3):
        wait_for_failure(supervisor, number)
        clock.now += supervisor.seconds_until_start(NAME) + 0.001
    supervisor.tick(seconds=0)
    clock.now += STEADY_SECONDS + 1
    wait_for_failure(supervisor, 1)
    assert supervisor.seconds_until_start(NAME) < 0.1


def test_a_program_is_restarted_when_its_files_were_replaced_and_change_no_more(
    supervisor: Supervisor, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A package manager replaces them one by one; one that is missing is on its way, or gone for good."""
    library, begun = tmp_path / "library", tmp_path / "begun"
    library.write_text("old ")
    script = f"cat {library} >> {begun}; while true; do sleep 1; done"
    supervisor.start(a_program(script, files=[library]))
    wait_for("its start", lambda: begun.exists() and begun.read_text() == "old ")

    def is_told() -> bool:
        supervisor.tick(seconds=0)
        return "its files were replaced" in capsys.readouterr().err

    clock.now += 10 * INSTALLED_SECONDS
    assert not is_told()
    for version in ("new ", "newer "):
        library.write_text(version)
        assert not is_told()
        clock.now += INSTALLED_SECONDS - 1
        assert not is_told()
    library.unlink()
    assert not is_told()
    clock.now += 10 * INSTALLED_SECONDS
    assert not is_told()
    library.write_text("newest ")
    assert not is_told()
    clock.now += INSTALLED_SECONDS + 1
    assert is_told()
    wait_for_failure(supervisor, 1)
    clock.now += 1
    wait_for("its next start", lambda: not is_told() and begun.read_text() == "old newest ")


def test_each_program_has_its_own_time_to_end(supervisor: Supervisor, tmp_path: Path) -> None:
    """One that ignores its signal is killed at once; the other ends by itself when it sees that."""
    ready, ended = tmp_path / "ready", tmp_path / "ended"
    deaf = a_program(f"trap '' TERM; echo $$ > {tmp_path}/pid; while true; do sleep 1; done")
    last = f"while kill -0 $(cat {tmp_path}/pid); do sleep 0.1; done; touch {ended}; exit"
    slow = a_program(f"trap '{last}' TERM; touch {ready}; while true; do sleep 0.1; done")
    supervisor.start(replace(deaf, name="deaf", grace_seconds=0))
    wait_for("the deaf one", lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
    supervisor.start(replace(slow, grace_seconds=LONGER_THAN_THE_TEST))
    wait_for("both", ready.exists)
    supervisor.stop()
    assert ended.exists()


def test_a_web_server_gets_ten_seconds_beyond_those_that_it_drains() -> None:
    here, name = Address("127.0.0.1", 8000), "DOCKET_DRAIN_SECONDS"
    given = [web(here, env).grace_seconds for env in ({}, {name: ""}, {name: "2.5"}, {name: "soon"})]
    assert given == [10, 10, 12.5, 10]


@pytest.mark.parametrize("leaves_its_group", [False, True])
def test_the_children_of_a_killed_leader_end_with_it(
    supervisor: Supervisor, tmp_path: Path, leaves_its_group: bool
) -> None:
    """As PostgreSQL's do, which leave its group, and of which none may live when the next begins."""
    mark = f"MARK={tmp_path}".encode()
    begin = "setsid" if leaves_its_group else ""
    script = f"cd {tmp_path}; {begin} sh -c 'while true; do sleep 1; done' & echo $$ > pid; wait"
    supervisor.start(a_program(script, tmp_path if leaves_its_group else None, MARK=str(tmp_path)))
    wait_for("both", lambda: (tmp_path / "pid").exists() and len(shells(mark)) == 2)
    before = shells(mark)
    supervisor.stopping = True  # so that no other is started
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    wait_for_failure(supervisor, 1)
    wait_for("their end", lambda: not set(before) & set(shells(mark)))


def test_a_program_ends_with_its_killed_supervisor(tmp_path: Path) -> None:
    """The kernel ends it: nobody else is left."""
    script = f"""
from pathlib import Path
from deploy.local.supervisor import Program, Supervisor
with Supervisor(Path({str(tmp_path)!r})) as supervisor:
    env = {{"PATH": {os.environ["PATH"]!r}, "MARK": {str(tmp_path)!r}}}
    supervisor.start(Program("program", ["/bin/sh", "-c", "while true; do sleep 1; done"], env))
    while True:
        supervisor.tick()
"""
    mark = f"MARK={tmp_path}".encode()
    leader = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    wait_for("its start", lambda: len(shells(mark)) == 1)
    leader.kill()
    leader.wait()
    wait_for("its end", lambda: not shells(mark))


def shells(mark: bytes) -> list[int]:
    """The test's own shells that run."""
    return [pid for pid in all_processes() if mark in environment_of(pid) and name_of(pid) == "sh"]


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""
