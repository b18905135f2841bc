"""`make test`: every test, by the three runners, and one closing line for all."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from deploy.local import setup
from deploy.local.broker import ensure_broker
from deploy.local.browser import find_browser
from deploy.local.checks import processors
from deploy.local.console import ensure_console
from deploy.local.layout import BUILD, PYTHON, ROOT
from deploy.local.runners import Ended, Result, Runner, run_lanes
from deploy.local.throwaway import throwaway_database

RUNNERS = ("console", "python", "browser")
# Browser tests mostly wait: for a page, for the end of a hold, for another person. The others use the processors then.
LANES = (("console", "python"), ("browser",))
# pytest's: one more than there are processors, because many tests wait. A file's tests stay together, in their order.
WORKERS = ["--numprocesses", str(processors() + 1), "--dist", "loadfile", "--no-loadscope-reorder"]
REPORTS = BUILD / "reports"


def run(names: Sequence[str]) -> int:
    """Run them all, whatever the first ones say. 1 when anything failed, or when nothing passed."""
    setup.run()
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    with ExitStack() as kept:
        runners = {name: kept.enter_context(_PREPARED[name]()) for name in RUNNERS if name in names}
        ready = [[runner for name in lane if (runner := runners.get(name))] for lane in LANES]
        ended = run_lanes([lane for lane in ready if lane])
    if "browser" in names and "browser" not in ended:
        ended["browser"] = Ended(Result(skipped=_browser_tests()), 0, 0)
    total = sum((one.result for one in ended.values()), Result())
    print()
    for name in runners:
        print(f"  {name:<8} {ended[name]}")
    print(total, flush=True)
    (REPORTS / "summary").write_text(f"{total}\n")
    return int(total.failed > 0 or total.passed == 0)


@contextmanager
def _console() -> Iterator[Runner]:
    report = REPORTS / "console.xml"
    options = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    yield Runner("console", ["npm", "run", "test", "--", *options], report, os.environ)


@contextmanager
def _python() -> Iterator[Runner]:
    report = REPORTS / "python.xml"
    ensure_console()  # some tests start the whole product
    ensure_broker()
    with throwaway_database() as env:
        env["DOCKET_ENV"] = "test"
        yield Runner("python", [PYTHON, "-m", "pytest", *WORKERS, f"--junitxml={report}"], report, env)


@contextmanager
def _browser() -> Iterator[Runner | None]:
    """None where there is no browser."""
    browser = find_browser()
    if browser is None:
        yield None
        return
    ensure_console()
    report = REPORTS / "browser.xml"
    env = {**os.environ, "CHROMIUM": browser, "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report)}
    yield Runner("browser", ["npm", "run", "e2e", "--", "--reporter=list,junit"], report, env)


_PREPARED: dict[str, Callable[[], AbstractContextManager[Runner | None]]] = {
    "console": _console,
    "python": _python,
    "browser": _browser,
}


def _browser_tests() -> int:
    """How many there are, asked without a browser."""
    listed = subprocess.run(
        ["npm", "run", "e2e", "--", "--list"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return sum("\u203a" in line for line in listed.stdout.splitlines())
