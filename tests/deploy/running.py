"""Start the product in tests the way `make up` does."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from deploy.local import leftovers
from deploy.local.checks import reserve_port
from deploy.local.layout import ROOT

OUTSIDE_SERVERS = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "SECRET_KEY", "DOCKET_ENV", "HOST")
OF_TESTS = ("DOCKET_DATABASE_PATIENCE_SECONDS", "DOCKET_LOCK_TIMEOUT_MS")
# by the program whose child processes they are, and a mark of their command lines
CHILDREN = {"web worker": ("web", "server"), "postgres connection": ("postgres", "docket_w")}


def environment(**changes: str) -> dict[str, str]:
    """The current environment without variables of other servers and of other tests, plus `changes`."""
    return {name: value for name, value in os.environ.items() if name not in (*OUTSIDE_SERVERS, *OF_TESTS)} | changes


def up(env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `up` until it ends. For tests in which it fails."""
    return subprocess.run(
        [sys.executable, "-m", "deploy.local", "up"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def wait_for(what: str, condition: Callable[[], bool], seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.05)


@dataclass
class Product:
    """A data folder and the supervisor that uses it."""

    data: Path
    port: int = field(default_factory=reserve_port)
    process: subprocess.Popen[str] | None = None
    output: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def supervisor(self) -> "subprocess.Popen[str]":
        assert self.process, "not started"
        return self.process

    def start(self) -> None:
        """Start it, and read what it prints until it is ready."""
        with (self.data.parent / "progress").open("w") as progress:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.local", "up"],
                cwd=ROOT,
                env=environment(
                    PORT=str(self.port),
                    DOCKET_DATA_DIR=str(self.data),
                    # PostgreSQL from the wheel: the other tests use the machine's
                    **{"DOCKET_POSTGRES": "wheel", **self.settings},
                ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=progress,
                text=True,
            )
        assert self.process.stdout
        self.output = ""
        while not self.output.endswith(f"Logs: {self.data / 'logs'}\n"):
            line = self.process.stdout.readline()
            if not line:
                self.stop()
                pytest.fail(f"the product did not start: {self.progress}{self._last_log()}")
            self.output += line

    def _last_log(self) -> str:
        logs = sorted((self.data / "logs").glob("*.log"), key=lambda log: log.stat().st_mtime)
        return logs[-1].read_text() if logs else ""

    @property
    def progress(self) -> str:
        return (self.data.parent / "progress").read_text()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.supervisor.send_signal(number)
        status = self.supervisor.wait(timeout=300)
        assert self.supervisor.stdout
        self.supervisor.stdout.close()
        return status

    def pid(self, name: str) -> int | None:
        """The process id of the program with this name, or of the oldest child process of CHILDREN."""
        if name in CHILDREN:
            program, mark = CHILDREN[name]
            parent = self.pid(program)
        else:
            parent = self.supervisor.pid
            mark = {"postgres": str(self.data / "postgres"), "web": "server"}.get(name, f"docket_{name}")
        return next((pid for pid in _children(parent) if mark in _command(pid)), None) if parent else None

    def kill(self, name: str) -> None:
        pid = self.pid(name)
        assert pid, f"{name} is not running"
        os.kill(pid, signal.SIGKILL)
        wait_for(f"{name} again", lambda: self.pid(name) not in (None, pid))

    def is_healthy(self) -> bool:
        return self.get("/healthz") == 200

    def get(self, path: str) -> int | None:
        """The HTTP status; None without an answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def processes(self) -> list[str]:
        """The command lines of all running processes that were started from this data folder."""
        return [_command(pid) for pid in self._pids()]

    def end_all(self) -> None:
        """Kill all processes that a failed test has left."""
        if self.supervisor.poll() is None:
            self.stop(signal.SIGKILL)
        for pid in self._pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _pids(self) -> list[int]:
        return [pid for pid in leftovers.all_processes() if self._is_ours(pid)]

    def _is_ours(self, pid: int) -> bool:
        by_environment = os.fsencode(f"{leftovers.MARK}={self.data}") in leftovers.environment_of(pid)
        return by_environment or re.search(rf"-D {self.data}/postgres\b", _command(pid)) is not None


def _children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(pid) for pid in found.read_text().split()] if found.exists() else []


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""
