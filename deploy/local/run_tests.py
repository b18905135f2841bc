"""`make test`: every test, by the three runners, and one closing line for all."""

import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from deploy.local import setup
from deploy.local.broker import ensure_broker
from deploy.local.browser import find_browser
from deploy.local.checks import processors
from deploy.local.child import signal_group, spawn
from deploy.local.console import ensure_console
from deploy.local.layout import BUILD, PYTHON, ROOT
from deploy.local.terminal import say
from deploy.local.throwaway import throwaway_database

RUNNERS = ("console", "python", "browser")
# pytest's: one more than there are processors, because many tests wait. A file's tests stay together, in their order.
WORKERS = ["--numprocesses", str(processors() + 1), "--dist", "loadfile", "--no-loadscope-reorder"]
REPORTS = BUILD / "reports"
# of what a failed test says, below everything else: enough to know the line, where only the end of the output is kept
FAULT_LINES = 14


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


def run(runners: Sequence[str]) -> int:
    """Run them all, whatever the first ones say. 1 when anything failed, or when nothing passed."""
    setup.run()
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    results, costs = dict[str, Result](), dict[str, str]()
    for name in (name for name in RUNNERS if name in runners):
        began = _clocks()
        results[name] = _RUN[name]()
        seconds, of_processors = (now - then for now, then in zip(_clocks(), began, strict=True))
        costs[name] = f"{seconds:.0f} s, {of_processors:.0f} s of processor time"
    total = sum(results.values(), Result())
    for name in results:
        for fault in read_faults(REPORTS / f"{name}.xml"):
            print(f"\n  {name} failed: {fault}")
    print()
    for name, result in results.items():
        print(f"  {name:<8} {result} ({costs[name]})")
    print(total, flush=True)
    (REPORTS / "summary").write_text(f"{total}\n")
    return int(total.failed > 0 or total.passed == 0)


def _clocks() -> tuple[float, float]:
    """The time, and the processor time of all processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


def _console() -> Result:
    report = REPORTS / "console.xml"
    options = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    return run_runner("vitest", ["npm", "run", "test", "--", *options], report, os.environ)


def _python() -> Result:
    report = REPORTS / "python.xml"
    ensure_console()  # some tests start the whole product
    ensure_broker()
    with throwaway_database() as env:
        env["DOCKET_ENV"] = "test"
        return run_runner("pytest", [PYTHON, "-m", "pytest", *WORKERS, f"--junitxml={report}"], report, env)


def _browser() -> Result:
    browser = find_browser()
    if browser is None:
        return Result(skipped=_browser_tests())
    ensure_console()
    report = REPORTS / "browser.xml"
    env = {**os.environ, "CHROMIUM": browser, "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report)}
    return run_runner("playwright", ["npm", "run", "e2e", "--", "--reporter=list,junit"], report, env)


_RUN = {"console": _console, "python": _python, "browser": _browser}


def run_runner(name: str, command: Sequence[str | Path], report: Path, env: Mapping[str, str]) -> Result:
    """Run one runner with its output shown. One that dies without saying why, or reports nothing, is a failed test."""
    say(f"\n── {name}")
    runner = spawn(command, env=env, output=1)
    try:
        status = runner.wait()
    finally:
        signal_group(runner, signal.SIGTERM)
    result = read_report(report)
    is_unknown = status != 0 or not report.exists()
    return result + Result(failed=1) if is_unknown and not result.failed else result


def read_report(report: Path) -> Result:
    """The counts of a JUnit report; none when there is no report."""
    cases = _cases(report)
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Result(len(cases) - failed - skipped, failed, skipped)


def read_faults(report: Path) -> list[str]:
    """The failed tests of a JUnit report, each with the first lines of what was wrong; none when there is no report."""
    faults = list[str]()
    for case in _cases(report):
        for fault in [*case.iter("failure"), *case.iter("error")]:
            # pytest and vitest say what was wrong in the message, playwright in the text
            text = f"{fault.get('message', '')}\n{fault.text or ''}"
            lines = [line for line in text.splitlines() if line.strip()]
            faults.append("\n    ".join([case.get("name", ""), *lines[:FAULT_LINES]]))
    return faults


def _cases(report: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314 (our own runner wrote it)


def _browser_tests() -> int:
    """How many there are, asked without a browser."""
    listed = subprocess.run(
        ["npm", "run", "e2e", "--", "--list"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return sum("\u203a" in line for line in listed.stdout.splitlines())
