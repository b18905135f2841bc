"""`make drills`, and those of them that people watch: `make chaos`, `make cluster` and `make shift`."""

import os
import re
import shutil
import signal
from collections.abc import Iterator, Sequence

from deploy.local import setup
from deploy.local.child import spawn
from deploy.local.console import ensure_console
from deploy.local.layout import PLATFORM, PYTHON, ROOT
from deploy.local.reports import Case, Result, count, read_cases
from deploy.local.run_tests import REPORTS, browser_runner, python_runner, run_whole
from tests.effort import SAMPLES, VARIABLE

RULES = ROOT / "docs" / "design" / "figures.md"
OF_RULE = re.compile(r"^(\d+)\. ([^:.;]*)", re.MULTILINE)
ROW = "{:>4}  {:<58}  {:<50}  {}"


def run(name: str, arguments: Sequence[str]) -> int:
    """The exit status of a drill with a throwaway product. `make chaos ARGS=--help` lists its arguments."""
    setup.run()
    ensure_console()
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLATFORM)]),
    }
    drill = spawn([PYTHON, "-m", f"drills.{name}", *arguments], env=env, output=1, death_signal=signal.SIGINT)
    try:
        return drill.wait()
    finally:
        drill.send_signal(signal.SIGINT)  # it ends what it has started
        drill.wait()


def run_all() -> int:
    """Every rule in full: the tests with the whole size of their samples, those that run here alone, chaos, cluster."""
    setup.run()
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    os.environ[VARIABLE] = "1"
    cases = list[Case]()
    statuses = list[int]()
    for kind, runner in (
        ("python", python_runner("-m", "rule or drill")),
        ("browser", browser_runner("--grep", "@drill")),
    ):
        with runner as found:
            statuses.append(run_whole(found, f"drills-{kind}") if found else 1)
        cases += read_cases(REPORTS / f"drills-{kind}.xml")
    watched = {name: run(name, []) for name in ("chaos", "cluster")}
    results = [f"      make {name}: {'failed' if status else 'passed'}" for name, status in watched.items()]
    statuses += watched.values()
    lines = [*_table(cases), *results, str(count(cases))]
    (REPORTS / "drills").write_text("\n".join(lines) + "\n")
    print("\n".join(["", *lines]), flush=True)
    return int(any(statuses))


def _table(cases: Sequence[Case]) -> Iterator[str]:
    """A row for each rule of the figures, and one for what has no number."""
    yield ROW.format("rule", "", "size", "result")
    for number, words in OF_RULE.findall(RULES.read_text().partition("## Reliability and security")[2]):
        sizes = [f"{sample.whole:,} {sample.what}" for sample in SAMPLES if sample.rule == int(number)]
        found = [case for case in cases if int(number) in case.rules]
        yield from _row(number, words, sizes, count(found) if found else None)
    others = [f"{sample.whole:,} {sample.what}" for sample in SAMPLES if sample.rule is None]
    yield from _row("", "without a number", others, count([case for case in cases if not case.rules]))


def _row(number: str, words: str, sizes: Sequence[str], result: Result | None) -> Iterator[str]:
    first, *rest = sizes or [""]
    yield ROW.format(number, words[:58], first, result or "no test")
    yield from (ROW.format("", "", size, "").rstrip() for size in rest)
