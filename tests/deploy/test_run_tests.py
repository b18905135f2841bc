"""What `make test` counts, and which tests it runs a second time (deploy/local/run_tests.py, reports.py)."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from deploy.local import run_tests
from deploy.local.reports import FAULT_LINES, Case, Result, read_cases, read_report
from deploy.local.run_tests import Outcome, Runner, run_kind

REPORT = (
    '<testsuites><testsuite name="a"><testcase classname="tests.a" name="good"/>'
    '<testcase name="bad"><properties><property name="rule" value="{rule}"/></properties>'
    '<failure message="Expected 1">line 7\n\nline 9</failure></testcase>'
    '<testcase name="left"><skipped/></testcase></testsuite></testsuites>'
)
GOOD = '<testsuite><testcase name="bad"/></testsuite>'
WRITE = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2]); sys.exit(int(sys.argv[3]))"


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_tests, "REPORTS", tmp_path)


def a_runner(first: str, second: str = GOOD, *, status_of_second: int = 0) -> Runner:
    def command(report: Path, only: Case | None) -> Sequence[str]:
        text, status = (second, status_of_second) if only else (first, 1)
        return [sys.executable, "-c", WRITE, str(report), text, str(status)]

    return Runner("a runner", command, {})


@pytest.mark.parametrize("script", ["raise SystemExit(3)", ""])
def test_a_runner_that_dies_or_leaves_no_report_has_failed(script: str) -> None:
    runner = Runner("a runner", lambda _report, _only: [sys.executable, "-c", script], {})
    assert run_kind("python", runner) == Outcome(Result(failed=1))


def test_counts_and_faults_are_read_from_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT.format(rule=12))
    total = read_report(report) + Result(passed=2)
    assert total == Result(passed=3, failed=1, skipped=1)
    assert str(total) == "3 passed, 1 failed, 1 skipped"
    good, bad, left = read_cases(report)
    assert good == Case("tests.a", "good", frozenset(), None, is_skipped=False)
    assert (sorted(bad.rules), bad.fault) == ([12], "bad\n    Expected 1\n    line 7\n    line 9")
    assert left.is_skipped
    report.write_text(REPORT.format(rule=12).replace("line 7", "line\n" * 100))
    assert len(str(read_cases(report)[1].fault).splitlines()) == 1 + FAULT_LINES
    assert read_report(tmp_path / "none.xml") == Result()


def test_a_test_that_fails_alone_is_run_once_more_and_named() -> None:
    outcome = run_kind("python", a_runner(REPORT.format(rule=12)))
    assert outcome == Outcome(Result(passed=2, skipped=1), again=("bad",))


def test_a_test_that_fails_twice_has_failed() -> None:
    outcome = run_kind("python", a_runner(REPORT.format(rule=12), status_of_second=1))
    assert outcome.result == Result(passed=1, failed=1, skipped=1)
    assert outcome.faults


def test_races_have_no_second_try() -> None:
    assert run_kind("python", a_runner(REPORT.format(rule=1))).again == ()


def test_where_many_fail_none_has_a_second_try() -> None:
    many = REPORT.format(rule=12).replace("</testsuite>", '<testcase name="x"><error/></testcase>' * 3 + "</testsuite>")
    assert run_kind("python", a_runner(many)).again == ()
