"""Programs that run tests, several at once: their output, their counts and what they cost."""

import os
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

from deploy.local.child import signal_group, spawn
from deploy.local.terminal import say

LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Result:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Result") -> "Result":
        return Result(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass(frozen=True)
class Runner:
    """A program that runs tests and writes a JUnit report."""

    name: str
    command: Sequence[str | Path]
    report: Path
    env: Mapping[str, str]


@dataclass(frozen=True)
class Ended:
    """`seconds`: how long it ran; `of_processors`: the processor time of all its processes, in seconds."""

    result: Result
    seconds: float
    of_processors: float

    def __str__(self) -> str:
        return f"{self.result} ({self.seconds:.0f} s, {self.of_processors:.0f} s of processor time)"


class _Running:
    def __init__(self, runner: Runner, *, shown: bool) -> None:
        self.runner, self.begun = runner, time.monotonic()
        self._kept: IO[bytes] | None = None if shown else tempfile.TemporaryFile()  # noqa: SIM115 (closed by `stop`)
        if shown:
            say(f"\n── {runner.name}")
        output = 1 if self._kept is None else self._kept.fileno()
        self._process = spawn(runner.command, env=runner.env, output=output)

    def ended(self) -> Ended | None:
        """None while it runs. One that dies without saying why, or leaves no report, counts as a failed test."""
        pid, status, used = os.wait4(self._process.pid, os.WNOHANG)
        if not pid:
            return None
        self._process.returncode = os.waitstatus_to_exitcode(status)
        result = read_report(self.runner.report)
        if (status or not self.runner.report.exists()) and not result.failed:
            result += Result(failed=1)
        return Ended(result, time.monotonic() - self.begun, used.ru_utime + used.ru_stime)

    def stop(self) -> None:
        """End what it left running, and show what was kept of its output."""
        signal_group(self._process, signal.SIGTERM)
        if self._kept is not None:
            say(f"\n── {self.runner.name}")
            self._kept.seek(0)
            say(self._kept.read().decode(errors="replace").strip())
            self._kept.close()


def run_lanes(lanes: Sequence[Sequence[Runner]]) -> dict[str, Ended]:
    """Run the lanes side by side, and the runners of a lane one after another; by the runner's name.

    The output of the first lane is shown as it comes, that of the others when all have ended.
    """
    waiting, running = [list(lane) for lane in lanes], dict[int, _Running]()
    kept, ended = list[_Running](), dict[str, Ended]()
    try:
        while running or any(waiting):
            for lane, left in enumerate(waiting):
                if left and lane not in running:
                    running[lane] = _Running(left.pop(0), shown=lane == 0)
            time.sleep(LOOK_SECONDS)
            for lane, one in list(running.items()):
                if found := one.ended():
                    ended[one.runner.name] = found
                    kept.append(running.pop(lane))
    finally:
        for one in [*kept, *running.values()]:
            one.stop()
    return ended


def read_report(report: Path) -> Result:
    """The counts of a JUnit report; none when there is no report."""
    if not report.exists():
        return Result()
    cases = list(ElementTree.parse(report).iter("testcase"))  # noqa: S314 (our own runner wrote it)
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Result(len(cases) - failed - skipped, failed, skipped)
