"""`make lint`: run all checks, one per processor at a time. The output of each check is printed at its end."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from deploy.local import setup
from deploy.local.checks import processors
from deploy.local.child import signal_group, spawn
from deploy.local.layout import PLATFORM, ROOT, VENV
from deploy.local.terminal import say

LOOK_SECONDS = 0.05
BIN = VENV / "bin"


@dataclass(frozen=True)
class Check:
    name: str
    command: Sequence[str | Path]
    env: Mapping[str, str] = field(default_factory=dict)


# slowest first, so that all processors are used until the end
CHECKS = (
    Check("eslint", ["npm", "run", "lint:rest"]),
    Check("mypy", [BIN / "mypy"], {"DOCKET_ENV": "test"}),
    Check("oxlint", ["npm", "run", "lint"]),
    Check("worked example", ["node", "console/tools/lint/worked-example.js"]),
    Check("generated files", [sys.executable, "-m", "deploy.local", "generate", "--check"]),
    Check("ruff", [BIN / "ruff", "check", "."]),
    Check("ruff format", [BIN / "ruff", "format", "--check", "."]),
    Check("import-linter", [BIN / "lint-imports"], {"PYTHONPATH": f"{ROOT}{os.pathsep}{PLATFORM}"}),
    Check("compose file", [BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"]),
)


class _Running:
    def __init__(self, check: Check) -> None:
        self.check = check
        self.output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `show`)
        self.begun = time.monotonic()
        self.process = spawn(check.command, env={**os.environ, **check.env}, output=self.output.fileno())

    def show(self) -> None:
        say(f"\n── {self.check.name} ({time.monotonic() - self.begun:.1f} s)")
        self.output.seek(0)
        say(self.output.read().decode(errors="replace").strip())
        self.output.close()


def run() -> int:
    setup.run()
    return run_checks(CHECKS)


def run_checks(checks: Sequence[Check]) -> int:
    """Run all checks, also after a failure. Returns 1 if a check failed."""
    waiting, running, failed = list(checks), list[_Running](), list[str]()
    try:
        while waiting or running:
            while waiting and len(running) < processors():
                running.append(_Running(waiting.pop(0)))
            time.sleep(LOOK_SECONDS)
            for ended in [check for check in running if check.process.poll() is not None]:
                running.remove(ended)
                ended.show()
                failed += [ended.check.name] * (ended.process.returncode != 0)
    finally:
        for check in running:
            signal_group(check.process, signal.SIGTERM)
    say(f"\n{len(checks) - len(failed)} checks passed, {len(failed)} failed{': ' if failed else ''}{', '.join(failed)}")
    return int(bool(failed))
