"""What `make test` counts (deploy/local/run_tests.py)."""

import os
import sys
from pathlib import Path

import pytest

from deploy.local.run_tests import Result, read_report, run_runner

REPORT = (
    '<testsuites><testsuite name="a"><testcase name="good"/><testcase name="bad"><failure/></testcase>'
    '<testcase name="broken"><error/></testcase><testcase name="left"><skipped/></testcase></testsuite></testsuites>'
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
