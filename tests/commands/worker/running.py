"""Real workers and schedulers over the tests' database, which a test may end or kill."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from drills.receivers import Received
from tests.commands.worker import settings
from tests.live import ROOT, child_environment, wait_until

START_SECONDS = 300
END_SECONDS = 300  # for a process that hangs
LEASE = settings.OUTBOX_DELIVERY_LEASE


class Running:
    """One process of the product, and what it says."""

    def __init__(self, command: str, environment: dict[str, str]) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  closed with the process
        self._command = command
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.commands.worker.process", command],
            cwd=ROOT,
            env={**child_environment(), "DJANGO_SETTINGS_MODULE": "tests.commands.worker.settings", **environment},
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    @property
    def said(self) -> str:
        return os.pread(self._output.fileno(), 1_000_000, 0).decode()

    def wait_until_ready(self) -> None:
        wait_until(lambda: "ready" in self.said or self.process.poll() is not None, START_SECONDS)
        assert self.process.poll() is None, self.said

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and wait until it has; its exit status. Raises TimeoutExpired when it hangs."""
        self.process.send_signal(number)
        return self.process.wait(END_SECONDS)

    def forget(self) -> None:
        with suppress(ProcessLookupError):
            self.kill()
        self._output.close()


Start = Callable[..., Running]


@contextmanager
def processes() -> Iterator[Start]:
    """Gives a function that starts one: its command, and what its environment has of its own."""
    started: list[Running] = []

    def start(command: str, **environment: str) -> Running:
        started.append(Running(command, environment))
        return started[-1]

    try:
        yield start
    finally:
        for one in started:
            one.forget()


def url_of(mail: Received) -> str:
    return f"smtp://127.0.0.1:{mail.port}"
