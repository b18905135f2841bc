"""`make test`: run all tests with the three runners, and print one final line."""

import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local import setup
from deploy.local.broker import ensure_broker
from deploy.local.browser import find_browser
from deploy.local.checks import processors
from deploy.local.child import signal_group, spawn
from deploy.local.console import ensure_console
from deploy.local.layout import BUILD, PYTHON, ROOT
from deploy.local.reports import Case, Result, count, read_cases
from deploy.local.terminal import say
from deploy.local.throwaway import throwaway_database

# pytest's: one more than there are processors, because many tests wait. A file's tests stay together, in their order.
WORKERS = ["--numprocesses", str(processors() + 1), "--dist", "loadfile", "--no-loadscope-reorder"]
REPORTS = BUILD / "reports"
TRACES_AGAIN = BUILD / "test-results-again"
# One or two failures may be by chance; more are a fault of the code.
MOST_AGAIN = 2
NEVER_AGAIN = range(1, 11)  # rules about races, kills and "exactly once": a second try would hide races of the product


@dataclass(frozen=True)
class Runner:
    """A test runner. `command`: called with the report to write, and the only case to run (None: all)."""

    name: str
    command: Callable[[Path, Case | None], Sequence[str | Path]]
    env: Mapping[str, str]


@dataclass(frozen=True)
class Outcome:
    """The results of one kind of tests. `again`: names of tests that passed at the second try."""

    result: Result
    faults: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


def run(kinds: Sequence[str]) -> int:
    """Run all kinds, also after a failure. Returns 1 if a test failed, or if none passed."""
    setup.run()
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    outcomes, costs = dict[str, Outcome](), dict[str, str]()
    for kind in (kind for kind in KINDS if kind in kinds):
        began = _clocks()
        with RUNNERS[kind]() as runner:
            outcomes[kind] = run_kind(kind, runner) if runner else Outcome(Result(skipped=_browser_tests()))
        seconds, of_processors = (now - then for now, then in zip(_clocks(), began, strict=True))
        costs[kind] = f"{seconds:.0f} s, {of_processors:.0f} s of processor time"
    total = sum((outcome.result for outcome in outcomes.values()), Result())
    for kind, outcome in outcomes.items():
        for fault in outcome.faults:
            print(f"\n  {kind} failed: {fault}")
    print()
    for kind, outcome in outcomes.items():
        for name in outcome.again:
            print(f"  passed at the second try: {kind}, {name} (docs/tests.md#unsteady)")
        print(f"  {kind:<8} {outcome.result} ({costs[kind]})")
    print(total, flush=True)
    (REPORTS / "summary").write_text(f"{total}\n")
    return int(total.failed > 0 or total.passed == 0)


def _clocks() -> tuple[float, float]:
    """The time, and the processor time of all ended child processes, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


@contextmanager
def _console() -> Iterator[Runner]:
    def command(report: Path, only: Case | None) -> Sequence[str]:
        alone = [only.place] if only else []  # the whole file, because the report's names do not select a test
        reporting = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
        return ["npm", "run", "test", "--", *reporting, *alone]

    yield Runner("vitest", command, os.environ)


@contextmanager
def python_runner(*options: str) -> Iterator[Runner]:
    """pytest with its own database and broker."""

    def command(report: Path, only: Case | None) -> Sequence[str | Path]:
        chosen = [f"{only.place.replace('.', '/')}.py::{only.name}"] if only else [*WORKERS, *options]
        return [PYTHON, "-m", "pytest", *chosen, f"--junitxml={report}"]

    ensure_console()  # some tests start the whole product
    ensure_broker()
    with throwaway_database() as env:
        yield Runner("pytest", command, env | {"DOCKET_ENV": "test"})


@contextmanager
def browser_runner(*options: str) -> Iterator[Runner | None]:
    """playwright; None without a browser."""

    def command(report: Path, only: Case | None) -> Sequence[str]:
        chosen = options
        if only:  # another folder, so that the trace of the first try stays
            chosen = (only.place, "--grep", f"{re.escape(only.name)}$", "--output", str(TRACES_AGAIN))
        reporting = ["env", f"PLAYWRIGHT_JUNIT_OUTPUT_FILE={report}"]
        return [*reporting, "npm", "run", "e2e", "--", "--reporter=list,junit", *chosen]

    browser = find_browser()
    if browser:
        ensure_console()
    yield Runner("playwright", command, {**os.environ, "CHROMIUM": browser}) if browser else None


RUNNERS: dict[str, Callable[[], AbstractContextManager[Runner | None]]] = {
    "console": _console,
    "python": python_runner,
    "browser": browser_runner,
}
KINDS = tuple(RUNNERS)


def run_kind(kind: str, runner: Runner) -> Outcome:
    """Run one kind of tests. If one or two fail, each is run once more alone (docs/tests.md)."""
    cases, status = _run(runner, kind)
    failed = [case for case in cases if case.fault is not None]
    if status != 0 and not failed:
        return Outcome(count(cases) + Result(failed=1))  # the runner failed without reporting a failed test
    again = list[Case]()
    if len(failed) <= MOST_AGAIN and not any(case.rules.intersection(NEVER_AGAIN) for case in failed):
        again = [case for number, case in enumerate(failed) if _passes_alone(runner, case, f"{kind}-again-{number}")]
    for case in again:
        say(f"\n  passed at the second try; what it said at the first:\n{case.fault}")
    faults = tuple(case.fault for case in failed if case not in again and case.fault)
    first = count(cases)
    result = Result(first.passed + len(again), first.failed - len(again), first.skipped)
    return Outcome(result, faults, tuple(case.name for case in again))


def run_whole(runner: Runner, report: str) -> int:
    """Run all tests once, without second tries, for drills; returns the exit status. `report`: the report's name."""
    return _run(runner, report)[1]


def _passes_alone(runner: Runner, case: Case, report: str) -> bool:
    cases, status = _run(runner, report, case)
    return status == 0 and count(cases).passed > 0


def _run(runner: Runner, report: str, only: Case | None = None) -> tuple[list[Case], int]:
    """Run and show the output. Returns the cases of the report, and the exit status (1 if there is no report)."""
    say(f"\n── {runner.name}{f' once more: {only.name}' if only else ''}")
    file = REPORTS / f"{report}.xml"
    process = spawn(runner.command(file, only), env=runner.env, output=1)
    try:
        status = process.wait()
    finally:
        signal_group(process, signal.SIGTERM)
    return read_cases(file), status if file.exists() else 1


def _browser_tests() -> int:
    """The number of browser tests, listed without a browser."""
    listed = subprocess.run(
        ["npm", "run", "e2e", "--", "--list"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return sum("\u203a" in line for line in listed.stdout.splitlines())
