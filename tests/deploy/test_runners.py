"""Runners of tests, several at once (deploy/local/runners.py)."""

import os
import sys
from pathlib import Path

import pytest

from deploy.local.runners import Result, Runner, read_report, run_lanes

REPORT = (
    '<testsuites><testsuite name="a"><testcase name="good"/><testcase name="bad"><failure/></testcase>'
    '<testcase name="broken"><error/></testcase><testcase name="left"><skipped/></testcase></testsuite></testsuites>'
)
# Writes its first file, waits until the second is there, and reports a passed test.
MEETS = """
import sys, time
from pathlib import Path
mine, other, report, name = sys.argv[1:]
print("output of", name)
Path(mine).touch()
while not Path(other).exists():
    time.sleep(0.01)
Path(report).write_text('<testsuite><testcase name="one"/></testsuite>')
"""


def runner(folder: Path, name: str, script: str, *given: Path) -> Runner:
    report = folder / f"{name}.xml"
    return Runner(name, [sys.executable, "-c", script, *given, report, name], report, os.environ)


def test_lanes_run_side_by_side_and_a_lane_in_its_order(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    here, there, after = (tmp_path / name for name in ("here", "there", "after"))
    lanes = [
        [runner(tmp_path, "first", MEETS, here, there), runner(tmp_path, "second", MEETS, after, here)],
        [runner(tmp_path, "beside", MEETS, there, after)],  # ends only when the second of the other lane runs
    ]
    ended = run_lanes(lanes)
    assert {name: str(one.result) for name, one in ended.items()} == dict.fromkeys(
        ("first", "second", "beside"), "1 passed, 0 failed"
    )
    output = capfd.readouterr()
    shown = [line for line in output.out.splitlines() if line.startswith("output of")]
    assert shown == ["output of first", "output of second"]
    assert "output of beside" in output.err


def test_a_runner_that_dies_or_leaves_no_report_has_failed(tmp_path: Path) -> None:
    ended = run_lanes([[runner(tmp_path, "dies", "raise SystemExit(3)"), runner(tmp_path, "silent", "")]])
    assert [ended[name].result for name in ("dies", "silent")] == [Result(failed=1)] * 2


def test_counts_are_read_from_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    total = read_report(report) + Result(passed=2)
    assert total == Result(passed=3, failed=2, skipped=1)
    assert str(total) == "3 passed, 2 failed, 1 skipped"
    assert str(Result(1)) == "1 passed, 0 failed"
    assert read_report(tmp_path / "none.xml") == Result()
