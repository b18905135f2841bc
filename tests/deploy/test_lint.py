"""`make lint` shows every check, and fails when a check fails."""

import pytest

from deploy.local.lint import Check, run_checks


def test_each_output_is_printed_whole_and_one_failed_check_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    checks = [
        Check("first", ["sh", "-c", "echo one; sleep 0.1; echo two"]),
        Check("second", ["sh", "-c", "echo what is wrong; exit 3"]),
        Check("third", ["sh", "-c", "echo $HOW"], {"HOW": "with its own environment"}),
    ]
    assert run_checks(checks) == 1
    output = capsys.readouterr().err
    assert "one\ntwo\n" in output
    assert "what is wrong" in output
    assert "with its own environment" in output
    assert output.endswith("2 checks passed, 1 failed: second\n")


def test_a_run_without_failed_checks_succeeds() -> None:
    assert run_checks([Check("first", ["true"])]) == 0
