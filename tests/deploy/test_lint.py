"""`make lint` runs every check to its end, and fails when one of them does."""

import pytest

from deploy.local import lint, setup
from deploy.local.lint import CHECKS, Check


@pytest.fixture(autouse=True)
def set_up_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "run", lambda: 0)


def test_the_output_of_each_stands_together_and_one_failure_fails_all(capsys: pytest.CaptureFixture[str]) -> None:
    checks = [
        Check("first", ["sh", "-c", "echo one; sleep 0.1; echo two"]),
        Check("second", ["sh", "-c", "echo what is wrong; exit 3"]),
        Check("third", ["sh", "-c", "echo $HOW"], {"HOW": "with its own environment"}),
    ]
    assert lint.run(checks) == 1
    said = capsys.readouterr().err
    assert "one\ntwo\n" in said
    assert "what is wrong" in said
    assert "with its own environment" in said
    assert said.endswith("2 checks passed, 1 failed: second\n")


def test_nothing_found_is_a_success() -> None:
    assert lint.run([Check("first", ["true"])]) == 0


def test_every_check_is_there() -> None:
    assert {check.name for check in CHECKS} == {
        *("ruff", "ruff format", "mypy", "import-linter"),
        *("eslint", "tsc", "compose file", "generated files"),
    }
