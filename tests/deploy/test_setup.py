"""The set-up runs once, one process at a time, and again when the content of its inputs changes."""

import threading
from pathlib import Path

import pytest

from deploy.local import console, environment, logs, steps


def test_parallel_set_ups_of_a_checkout_run_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "BUILD", tmp_path)
    order, waits = list[str](), threading.Event()
    monkeypatch.setattr(steps, "say", lambda _words: waits.set())

    def second() -> None:
        with steps.setup_lock():
            order.append("second")

    with steps.setup_lock():
        waiting = threading.Thread(target=second)
        waiting.start()
        assert waits.wait(60)
        order.append("first")
    waiting.join(timeout=60)
    assert order == ["first", "second"]


def test_the_dev_group_includes_the_run_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []
    monkeypatch.setattr(environment, "_install", made.append)
    environment.ensure_environment("run")
    assert made == [], "the environment of the tests has every group"

    monkeypatch.setattr(environment, "_digest", lambda group: "changed")
    monkeypatch.setattr(steps, "BUILD", tmp_path)
    environment.ensure_environment("run")
    assert made == [("run",)]


def test_only_changed_sources_change_the_consoles_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "ROOT", tmp_path)
    monkeypatch.setattr(console, "CONSOLE", tmp_path / "console")
    for name in ("src/main.tsx", "dist/index.html", "e2e/work.spec.ts"):
        file = tmp_path / "console" / name
        file.parent.mkdir(parents=True)
        file.write_text("1")
    before = console.digest(tuple(console.sources()))
    (tmp_path / "console/dist/index.html").write_text("2")
    (tmp_path / "console/e2e/work.spec.ts").write_text("2")
    assert console.digest(tuple(console.sources())) == before
    (tmp_path / "console/src/main.tsx").write_text("2")
    assert console.digest(tuple(console.sources())) != before


def test_only_the_errors_of_a_log_are_shown(tmp_path: Path) -> None:
    log = logs.Log(tmp_path / "web.log")
    with log.open() as output:
        output.write(b"2026-01-01 INFO ready\n2026-01-01 ERROR api [r-1] it broke\nTraceback ...\n")
        output.write(b"psycopg.OperationalError: gone\n2026-01-01 ERROR half a li")
        output.flush()
        assert list(log.new_errors()) == [
            "2026-01-01 ERROR api [r-1] it broke",
            "psycopg.OperationalError: gone",
        ]
        output.write(b"ne\n")
    assert list(log.new_errors()) == ["2026-01-01 ERROR half a line"]


def test_a_long_log_is_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST", 10)
    log = logs.Log(tmp_path / "web.log")
    with log.open() as output:
        output.write(b"more than ten bytes\n")
        output.flush()
        assert list(log.new_errors()) == []
        output.write(b"ERROR after\n")
    assert list(log.new_errors()) == ["ERROR after"]
    assert (tmp_path / "web.log.1").exists()
