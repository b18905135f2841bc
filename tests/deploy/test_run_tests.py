"""What `make test` counts (deploy/local/run_tests.py)."""

import os
import sys
from pathlib import Path

import pytest

from deploy.local.run_tests import FAULT_LINES, Result, read_faults, read_report, run_runner

REPORT = (
    '<testsuites><testsuite name="a"><testcase name="good"/>'
    '<testcase name="bad"><failure message="Expected 1">line 7\n\nline 9</failure></testcase>'
    '<testcase name="broken"><error message="It died."/></testcase>'
    '<testcase name="left"><skipped/></testcase></testsuite></testsuites>'
)


@pytest.mark.parametrize("script", ["raise SystemExit(3)", ""])
def test_a_runner_that_dies_or_leaves_no_report_has_failed(tmp_path: Path, script: str) -> None:
    command = [sys.executable, "-c", script]
    assert run_runner("a runner", command, tmp_path / "none.xml", os.environ) == Result(failed=1)


def test_counts_are_read_from_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    total = read_report(report) + Result(passed=2)
    assert total == Result(passed=3, failed=2, skipped=1)
    assert str(total) == "3 passed, 2 failed, 1 skipped"
    assert str(Result(1)) == "1 passed, 0 failed"
    assert read_report(tmp_path / "none.xml") == Result()


def test_what_failed_is_told_again_at_the_end(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert read_faults(report) == ["bad\n    Expected 1\n    line 7\n    line 9", "broken\n    It died."]
    report.write_text(REPORT.replace("line 7", "line\n" * 100))
    assert len(read_faults(report)[0].splitlines()) == 1 + FAULT_LINES
    assert read_faults(tmp_path / "none.xml") == []
